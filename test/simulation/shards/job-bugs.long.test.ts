import { catches } from '../catches.ts';
import { jobBugs } from '../job-bugs.ts';

catches(jobBugs);
