import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { RuleName, Subject } from '../model/ids.ts';
import { Coverage } from '../model/money/coverage.ts';
import { StoredMoney, StoredPrice } from '../model/money/money.ts';
import { Severity } from '../model/severity.ts';
import { Interval } from '../model/time/period.ts';
import { Instant, Span } from '../model/time/time.ts';

/** The digest of a day: its spend, changes and actions, and the planned actions. */
export const Digest = z.object({
  day: Interval,
  /** Why figures were incomplete or actions not taken when the digest was made. */
  notices: z.array(z.string()),
  /** The next deletion and its time, for the heading; `null` if no data is about to be lost. */
  loss: z.string().nullable().default(null),
  /** The cost of resources that are idle or billed without use, as text; `null` if there are none. */
  spare: z.string().nullable().default(null),
  /** The part of the burn rate that no idle rule can judge, as text; `null` if there is none. */
  unjudged: z.string().nullable().default(null),
  /** The accrued spend of all projects on that day and the day before, and the month to date. */
  spent: z.object({
    day: StoredMoney,
    before: StoredMoney,
    month: StoredMoney.nullable(),
    /** The part of the day's spend that is an estimate; absent if none is. */
    estimated: StoredMoney.optional(),
  }),
  /** The coverage of these figures; `null` without projects. */
  coverage: z.object({
    day: Coverage.nullable(),
    before: Coverage.nullable(),
    month: Coverage.nullable().default(null),
  }),
  burnRate: StoredPrice,
  /** The parts of the burn rate and of the month's spend that are estimates; absent where none is. */
  estimatedRate: StoredPrice.optional(),
  estimated: StoredMoney.optional(),
  /** Budgets by share spent, the highest first. */
  budgets: z.array(
    z.object({
      rule: RuleName,
      subject: Subject,
      spent: StoredMoney.nullable(),
      estimated: StoredMoney.optional(),
      limit: StoredMoney,
      percent: z.number().nullable(),
      /** The forecast for the end of the period, with its 80 % interval; `null` when unknown. */
      forecast: z.object({ low: StoredMoney, likely: StoredMoney, high: StoredMoney }).nullable(),
    }),
  ),
  /** Projects by the change of their spend from the day before, the largest change first. */
  movers: z.array(z.object({ subject: Subject, day: StoredMoney, before: StoredMoney })),
  actions: z.array(
    z.object({
      at: Instant,
      action: ActionKind,
      subject: Subject,
      rule: RuleName,
      by: z.string().nullable(),
    }),
  ),
  /** The stops by idle rules in the last four weeks, and the newest of those that were wrong; `null` without any. */
  stops: z
    .object({
      made: z.number().int(),
      /** The number of stops that are too recent to be known as right or wrong. */
      open: z.number().int(),
      wrong: z.number().int(),
      newest: z.array(z.object({ subject: Subject, rule: RuleName, at: Instant, startedAgainAt: Instant })),
    })
    .nullable()
    .default(null),
  /** The hourly charges that the day's deletions ended, and what was billed that day for stopped resources. */
  savings: z.object({
    avoided: StoredPrice,
    notSaved: StoredMoney,
    /** True if a part of them is an estimate. */
    isEstimate: z.literal(true).optional(),
  }),
  waiting: z.array(
    z.object({ action: ActionKind, subject: Subject, rule: RuleName, approveUntil: Instant.nullable() }),
  ),
  blind: z.array(z.string()),
  /** The number of projects without any figure, which the sums leave out. */
  withoutFigures: z.number().int(),
  /** Idle resources whose notifications are suppressed because people keep them. */
  spared: z
    .array(
      z.object({
        subject: Subject,
        idleFor: Span,
        price: StoredPrice.nullable(),
        because: z.string(),
      }),
    )
    .default([]),
  firing: z.number().int(),
  /** The firing alerts with the most at stake, in that order. */
  alerts: z.array(z.object({ severity: Severity, subject: Subject, rule: RuleName, stake: z.string() })),
  /** The resources above in words, as people call them; absent for those that are no longer known. */
  titles: z.record(z.string(), z.string()).optional(),
});
export type Digest = z.infer<typeof Digest>;
