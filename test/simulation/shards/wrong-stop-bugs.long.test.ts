import { catches } from '../bugs/catches.ts';
import { wrongStopBugs } from '../bugs/wrong-stop-bugs.ts';

catches(wrongStopBugs);
