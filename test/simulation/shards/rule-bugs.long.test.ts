import { catches } from '../bugs/catches.ts';
import { ruleBugs } from '../bugs/rule-bugs.ts';

catches(ruleBugs);
