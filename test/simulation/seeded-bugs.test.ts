import { catches } from './bugs/catches.ts';
import { jobBugs } from './bugs/job-bugs.ts';
import { ledgerBugs } from './bugs/ledger-bugs.ts';
import { ruleBugs } from './bugs/rule-bugs.ts';

// A sample of three kinds; all bugs of all kinds are caught in shards/*-bugs.long.test.ts.
catches([ledgerBugs, jobBugs, ruleBugs].flatMap((bugs) => bugs.slice(0, 1)));
