import { catches } from '../bugs/catches.ts';
import { laterStepBugs } from '../bugs/later-step-bugs.ts';

catches(laterStepBugs);
