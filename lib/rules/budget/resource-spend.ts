import type { Observation } from '../../model/facts/observation.ts';
import { toChargeWithEstimate } from '../../model/money/charged.ts';
import type { Meter } from '../../model/money/meter.ts';
import { moneyInWords, noCharge } from '../../model/money/money.ts';
import type { Spend } from '../../model/money/spend.ts';
import { nameOfMatch } from '../../model/rules/match.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import { earliest, type Instant, spanInWords } from '../../model/time/time.ts';
import { computeBurnRate, computeCommittedRate } from '../facts.ts';
import { computeUnattributedSpend } from './billed.ts';
import type { BudgetInterval } from './spent.ts';
import type { BudgetFigures, BudgetRule } from './terms.ts';

/**
 * Returns a meter with only the charges of the resources that a match names. If none were counted, the charge is
 * zero since `at`.
 */
export function partOfMeter(
  match: Match,
  { charge: _, estimated: __, parts, ...meter }: Meter,
  at: Instant,
): Meter {
  const matchName = nameOfMatch(match);
  const part = parts?.find(({ of }) => of === matchName);
  return part === undefined
    ? { ...meter, charge: noCharge, since: earliest(at, meter.period.until) }
    : { ...meter, ...toChargeWithEstimate(part), since: part.since };
}

/**
 * Returns the metered spend of the resources that a budget names, which the platform does not report separately.
 * The rates are those of `named`: an observation of these resources alone, or of a group.
 */
export function resourceSpend({ match }: Pick<BudgetRule, 'match'>, spend: Spend, named: Observation): Spend {
  const selectPart = (meter: Meter) => partOfMeter(match, meter, named.at);
  const rates =
    named.kind === 'group'
      ? (named.spend.named ?? { burnRate: spend.burnRate, committedRate: spend.committedRate })
      : { burnRate: computeBurnRate(named) ?? spend.burnRate, committedRate: computeCommittedRate(named) };
  return {
    report: null,
    day: selectPart(spend.day),
    month: selectPart(spend.month),
    days: spend.days.map(selectPart),
    ...rates,
    ...(spend.isSteady && { isSteady: spend.isSteady }),
  };
}

type NotMetered = NonNullable<BudgetFigures['metered']>;

/** Returns what of the month's spend no resource accounts for, and the time of the month that nobody watched. */
export function computeUnmeteredPart(spend: Spend, { period }: BudgetInterval, at: Instant): NotMetered {
  const isMonth = period.kind === 'month' && period.startsOn === 1;
  const { gap } = spend.month;
  return {
    unattributed: isMonth ? computeUnattributedSpend(spend, at) : null,
    ...(isMonth && gap > 0 && { gap }),
  };
}

/**
 * Returns the source of a sum of single resources as text, with the part of the month's spend that belongs to none
 * of them.
 */
export function formatMeteredSource(source: string, { unattributed, gap }: NotMetered): string {
  if (unattributed === null) return `of its resources, ${source}`;
  const belongs = gap === undefined ? '' : `is of ${spanInWords(gap)} that nobody watched, or `;
  return `of its resources, ${source}; ${moneyInWords(unattributed)} of the month ${belongs}belongs to no resource and is not included`;
}
