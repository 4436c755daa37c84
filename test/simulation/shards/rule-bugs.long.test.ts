import { catches } from '../catches.ts';
import { ruleBugs } from '../rule-bugs.ts';

catches(ruleBugs);
