import { catches } from '../bugs/catches.ts';
import { spellBugs } from '../bugs/spell-bugs.ts';

catches(spellBugs);
