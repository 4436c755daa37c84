import * as z from 'zod';
import { ActionKind } from './action-kind.ts';
import { RuleName, Subject } from './ids.ts';
import { StoredMoney, StoredPrice } from './money/money.ts';
import { Interval } from './time/period.ts';
import { Instant } from './time/time.ts';

/** A day as it is told on the next: what it cost, what changed, what was done, and what waits. */
export const Digest = z.object({
  day: Interval,
  /** Of all projects: that day and the day before it, by our own reckoning, and the month up to the report. */
  spent: z.object({ day: StoredMoney, before: StoredMoney, month: StoredMoney.nullable() }),
  burnRate: StoredPrice,
  /** The worst first. */
  budgets: z.array(
    z.object({
      rule: RuleName,
      subject: Subject,
      spent: StoredMoney.nullable(),
      limit: StoredMoney,
      percent: z.number().nullable(),
      /** Where the period will likely end; `null` when nothing tells. */
      likely: StoredMoney.nullable(),
    }),
  ),
  /** Projects whose day differed most from the one before, the largest difference first. */
  movers: z.array(z.object({ subject: Subject, day: StoredMoney, before: StoredMoney })),
  acts: z.array(
    z.object({
      at: Instant,
      action: ActionKind,
      subject: Subject,
      rule: RuleName,
      by: z.string().nullable(),
    }),
  ),
  /** Dollars an hour that the day's deletions ended, and what was billed that day for what rests. */
  savings: z.object({ avoided: StoredPrice, notSaved: StoredMoney }),
  waiting: z.array(
    z.object({ action: ActionKind, subject: Subject, rule: RuleName, approveUntil: Instant.nullable() }),
  ),
  blind: z.array(z.string()),
  /** Of how many projects no figure is known, so that the sums cover less than all. */
  lacking: z.number().int(),
  firing: z.number().int(),
});
export type Digest = z.infer<typeof Digest>;
