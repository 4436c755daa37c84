import { catches } from '../catches.ts';
import { ledgerBugs } from '../ledger-bugs.ts';

catches(ledgerBugs);
