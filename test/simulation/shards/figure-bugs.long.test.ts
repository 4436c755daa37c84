import { catches } from '../bugs/catches.ts';
import { figureBugs } from '../bugs/figure-bugs.ts';

catches(figureBugs);
