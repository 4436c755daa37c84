import type { Caps } from '../model/policy.ts';
import type { BudgetRule, IdleRule, Mode } from '../model/rule.ts';
import { days, hours, minutes, type Span } from '../model/time.ts';

/** What holds where a policy says nothing. The tables of docs/rules.md say the same, and a test compares the two. */
export const defaults = {
  timezone: 'UTC',
  mode: 'observe' satisfies Mode as Mode,
  youngerThan: hours(2),
  caps: { perRun: 5, perDay: 20, share: 25 } satisfies Caps,
  budget: { thresholds: [50, 80, 100], basis: 'projected' } satisfies Pick<
    BudgetRule,
    'thresholds' | 'basis'
  >,
  idle: {
    percentile: 95,
    cpuBelow: 10,
    networkBelow: 10 * 1_024,
    coolOff: hours(24),
  } satisfies Partial<IdleRule>,
} as const;

/** The least and the most that may be asked for, both allowed. */
export type Range = { readonly least: Span; readonly most: Span };

export const bounds = {
  /** Under half an hour there are too few samples to tell; usage is kept little longer than 30 days. */
  window: { least: minutes(30), most: days(30) },
  /** Time for a person to read the announcement and object. */
  grace: { least: minutes(15), most: days(30) },
  coolOff: { least: minutes(15), most: days(366) },
  youngerThan: { least: minutes(1), most: days(366) },
} as const satisfies Record<string, Range>;
