import { catches } from '../bugs/catches.ts';
import { ledgerBugs } from '../bugs/ledger-bugs.ts';

catches(ledgerBugs);
