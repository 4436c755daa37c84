import { catches } from '../catches.ts';
import { spellBugs } from '../spell-bugs.ts';

catches(spellBugs);
