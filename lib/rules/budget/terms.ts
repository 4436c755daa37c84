import * as z from 'zod';
import { StoredMoney } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { namesResources } from '../../model/rules/match.ts';
import { about, getReportedSpendFact, type KindTerms, ofResource } from '../../model/rules/rule-terms.ts';
import { BudgetStep, Mode, StopScope } from '../../model/rules/step.ts';
import { BudgetPeriod } from '../../model/time/budget-period.ts';
import { Interval } from '../../model/time/period.ts';
import { Instant, Span } from '../../model/time/time.ts';

/** The figures that thresholds can be compared with. */
export const Basis = z.enum(['reported', 'to-date', 'forecast']);
export type Basis = z.infer<typeof Basis>;

export const BudgetRule = z.strictObject({
  kind: z.literal('budget'),
  ...about,
  /** The amount that may be spent in the period. */
  limit: StoredMoney,
  period: BudgetPeriod,
  /** Amounts of money in ascending order. */
  thresholds: z.array(StoredMoney),
  basis: Basis.exclude(['forecast']),
  /** The forecast at which it also alerts; `null` for never. */
  forecast: StoredMoney.nullable(),
  /** True if it alerts only while spend is ahead of the elapsed time. */
  aheadOnly: z.boolean(),
  /** True if all matching projects share one limit. */
  shared: z.boolean(),
  /** True if its stops count all spend to date, estimates included; otherwise they count reported spend only. */
  actOnEstimates: z.literal(true).optional(),
  mode: Mode,
  /** The time for which a resource is left alone that someone started again after a stop. */
  coolOff: Span,
  then: z.array(BudgetStep),
});
export type BudgetRule = z.infer<typeof BudgetRule>;

export const BudgetFigures = ofKind('budget', {
  basis: Basis,
  /** The spend, or the forecast of it, by the basis. */
  spent: StoredMoney,
  /** The part of the spend so far that is an estimate; absent where none is. */
  estimated: StoredMoney.optional(),
  limit: StoredMoney,
  /** The highest threshold reached, as money. */
  threshold: StoredMoney.nullable(),
  period: Interval,
  /** The last instant whose spend is included. */
  asOf: Instant,
  /** The forecast for the end of the period with its 80 % interval; `null` when unknown. */
  forecast: z.object({ low: StoredMoney, likely: StoredMoney, high: StoredMoney }).nullable(),
  /**
   * The amount of a stop that is not made because the spend reaches it only with its estimated part; absent if
   * there is none.
   */
  heldBack: StoredMoney.optional(),
  /** Set for a budget on single resources, with the part of the month's spend that belongs to no resource. */
  metered: z
    .object({
      unattributed: StoredMoney.nullable(),
      /** The time of the month of which nothing is known by the hour, and which that may be of; absent where there is none. */
      gap: Span.optional(),
    })
    .optional(),
});

export type BudgetFigures = z.infer<typeof BudgetFigures>;

/** The figures of a stop by a budget. */
export const OverspendFigures = ofKind('overspend', {
  ...ofResource,
  of: StopScope,
  /** The spend in the period that the rule's stops count. */
  spent: StoredMoney,
  /** The part of it that is an estimate; absent where none is. */
  estimated: StoredMoney.optional(),
  /** The kind of spend that is counted, if it is not reported spend. */
  counted: z.enum(['to-date', 'metered']).optional(),
  at: StoredMoney,
  limit: StoredMoney,
  period: Interval,
});

export type OverspendFigures = z.infer<typeof OverspendFigures>;

export const budgetTerms = {
  resources: null,
  steps: ['notify', 'stop'],
  yieldsToRunway: true,
  notifiesOnce: true,
  startsAsInfo: true,
  needs: (rule: BudgetRule) => ({
    facts: [
      ...(namesResources(rule.match) ? [] : [getReportedSpendFact(rule)]),
      ...(rule.basis === 'to-date' ? (['prices'] as const) : []),
    ],
    days: daysBack(rule),
  }),
} satisfies KindTerms<BudgetRule>;

const forecastDays = 14;

/** Returns the number of closed days that spend and forecast need. Every period but a rolling one has a forecast. */
function daysBack({ period }: BudgetRule): number {
  if (period.kind === 'rolling') return period.days - 1;
  return period.kind === 'month' && period.startsOn !== 1 ? 31 : forecastDays;
}
