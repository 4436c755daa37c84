import { catches } from '../catches.ts';
import { laterStepBugs } from '../later-step-bugs.ts';

catches(laterStepBugs);
