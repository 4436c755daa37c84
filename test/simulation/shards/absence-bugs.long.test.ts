import { absenceBugs } from '../bugs/absence-bugs.ts';
import { catches } from '../bugs/catches.ts';

catches(absenceBugs);
