import { catches } from './bugs/catches.ts';
import { jobBugs } from './bugs/job-bugs.ts';
import { ledgerBugs } from './bugs/ledger-bugs.ts';
import { ruleBugs } from './bugs/rule-bugs.ts';

// This is a sample of three kinds; shards/*-bugs.long.test.ts catch all bugs of all kinds.
catches([ledgerBugs, jobBugs, ruleBugs].flatMap((bugs) => bugs.slice(0, 1)));
