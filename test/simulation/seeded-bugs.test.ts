import { catches } from './bugs/catches.ts';
import { figureBugs } from './bugs/figure-bugs.ts';
import { jobBugs } from './bugs/job-bugs.ts';
import { laterStepBugs } from './bugs/later-step-bugs.ts';
import { ledgerBugs } from './bugs/ledger-bugs.ts';
import { ruleBugs } from './bugs/rule-bugs.ts';
import { spellBugs } from './bugs/spell-bugs.ts';

// A sample of each kind; all of them are caught in shards/*-bugs.long.test.ts.
catches(
  [ledgerBugs, jobBugs, laterStepBugs, ruleBugs, figureBugs, spellBugs].flatMap((bugs) => bugs.slice(0, 1)),
);
