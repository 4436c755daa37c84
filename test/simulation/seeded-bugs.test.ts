import { catches } from './catches.ts';
import { figureBugs } from './figure-bugs.ts';
import { jobBugs } from './job-bugs.ts';
import { laterStepBugs } from './later-step-bugs.ts';
import { ledgerBugs } from './ledger-bugs.ts';
import { ruleBugs } from './rule-bugs.ts';
import { spellBugs } from './spell-bugs.ts';

// A sample of each kind; all of them are caught in shards/*-bugs.long.test.ts.
catches(
  [ledgerBugs, jobBugs, laterStepBugs, ruleBugs, figureBugs, spellBugs].flatMap((bugs) => bugs.slice(0, 1)),
);
