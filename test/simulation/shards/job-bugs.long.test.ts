import { catches } from '../bugs/catches.ts';
import { jobBugs } from '../bugs/job-bugs.ts';

catches(jobBugs);
