import type { Observation } from '../../model/facts/observation.ts';
import { toChargeWithEstimate } from '../../model/money/charged.ts';
import type { Meter } from '../../model/money/meter.ts';
import { type Money, moneyInWords, noCharge } from '../../model/money/money.ts';
import type { Spend } from '../../model/money/spend.ts';
import { nameOfMatch } from '../../model/rules/match.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import { earliest, type Instant } from '../../model/time/time.ts';
import { computeBurnRate, computeCommittedRate } from '../facts.ts';
import { computeUnattributedSpend } from './billed.ts';
import type { BudgetInterval } from './spent.ts';
import type { BudgetFigures, BudgetRule } from './terms.ts';

/** Returns what of a meter is of the resources that a match names; nothing is known of it before it was counted. */
export function partOfMeter(
  match: Match,
  { charge: _, estimated: __, parts, ...meter }: Meter,
  at: Instant,
): Meter {
  const of = nameOfMatch(match);
  const part = parts?.find((one) => one.of === of);
  return part === undefined
    ? { ...meter, charge: noCharge, since: earliest(at, meter.period.until) }
    : { ...meter, ...toChargeWithEstimate(part), since: part.since };
}

/**
 * Returns the spend of the resources that a budget names, as they were metered: the platform reports none of it apart.
 * What they cost now is that of `named`, the observation of them alone, or what a group's observation says.
 */
export function resourceSpend({ match }: Pick<BudgetRule, 'match'>, spend: Spend, named: Observation): Spend {
  const own = (meter: Meter) => partOfMeter(match, meter, named.at);
  const rates =
    named.kind === 'group'
      ? (named.spend.named ?? { burnRate: spend.burnRate, committedRate: spend.committedRate })
      : { burnRate: computeBurnRate(named) ?? spend.burnRate, committedRate: computeCommittedRate(named) };
  return {
    report: null,
    day: own(spend.day),
    month: own(spend.month),
    days: spend.days.map(own),
    ...rates,
    ...(spend.isSteady && { isSteady: spend.isSteady }),
  };
}

export const computeMonthUnattributed = (
  spend: Spend,
  { period }: BudgetInterval,
  at: Instant,
): Money | null =>
  period.kind === 'month' && period.startsOn === 1 ? computeUnattributedSpend(spend, at) : null;

/** Says that a sum is of single resources, and what of the month's spend is of none, so that it does not pass for the whole. */
export const formatMeteredSource = (
  source: string,
  { unattributed }: NonNullable<BudgetFigures['metered']>,
): string =>
  `of its resources, ${source}${unattributed === null ? '' : `; ${moneyInWords(unattributed)} of the month belongs to no resource and is not included`}`;
