import { catches } from '../bugs/catches.ts';
import { learnedBugs } from '../bugs/learned-bugs.ts';

catches(learnedBugs);
