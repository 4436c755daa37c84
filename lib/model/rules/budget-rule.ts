import * as z from 'zod';
import { StoredMoney } from '../money/money.ts';
import { Span } from '../time/time.ts';
import { about } from './rule-terms.ts';
import { BudgetStep, Mode } from './step.ts';

/** The figures that thresholds can be compared with. */
export const Basis = z.enum(['reported', 'to-date', 'forecast']);
export type Basis = z.infer<typeof Basis>;

/** The period of a limit, on the policy's calendar. */
export const BudgetPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('day') }),
  /** The day that a week starts on; 1 is Monday. */
  z.strictObject({ kind: z.literal('week'), startsOn: z.number().int() }),
  /** The day that a month starts on, which every month has: 1 to 28. */
  z.strictObject({ kind: z.literal('month'), startsOn: z.number().int() }),
  /** The period of today and the days before it. */
  z.strictObject({ kind: z.literal('rolling'), days: z.number().int() }),
]);
export type BudgetPeriod = z.infer<typeof BudgetPeriod>;

export const BudgetRule = z.strictObject({
  kind: z.literal('budget'),
  ...about,
  /** The amount that may be spent in the period. */
  limit: StoredMoney,
  period: BudgetPeriod,
  /** Money, rising: percentages of the limit, or sums of their own. */
  thresholds: z.array(StoredMoney),
  basis: Basis.exclude(['forecast']),
  /** The forecast at which it also alerts; `null` for never. */
  forecast: StoredMoney.nullable(),
  /** True if it alerts only while spend is ahead of the elapsed time. */
  aheadOnly: z.boolean(),
  /** True if all matching projects share one limit. */
  shared: z.boolean(),
  mode: Mode,
  /** The time for which a resource is left alone that someone started again after a stop. */
  coolOff: Span,
  then: z.array(BudgetStep),
});
export type BudgetRule = z.infer<typeof BudgetRule>;
