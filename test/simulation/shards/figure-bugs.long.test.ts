import { catches } from '../catches.ts';
import { figureBugs } from '../figure-bugs.ts';

catches(figureBugs);
