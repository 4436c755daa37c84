import {
  addMoney,
  charge,
  chargeToMoney,
  free,
  type HourlyPrice,
  inDollars,
  largerOf,
  type Money,
  moneyInWords,
  noMoney,
  priceInWords,
} from '../../model/money/money.ts';
import { aMonthOf } from '../../model/money/month-cost.ts';
import { periodAt } from '../../model/time/period.ts';
import { between, type Instant } from '../../model/time/time.ts';

export type KnownSpend = { readonly spent: Money | null; readonly rate: HourlyPrice | null };

export type SuggestedLimit = {
  /** Whole US dollars a month. */
  readonly limit: number;
  readonly estimate: Money;
  /** The figures it is based on, for a comment. */
  readonly because: string;
};

/**
 * Suggests a limit 20 % above a month's estimate: the larger of this month at the current rate and a whole month at
 * it. Returns `null` where the estimate is less than a dollar.
 */
export function suggestLimit({ spent, rate }: KnownSpend, at: Instant, zone: string): SuggestedLimit | null {
  const price = rate ?? free;
  const rest = chargeToMoney(charge(price, between(at, periodAt('month', at, zone).until)));
  const estimate = largerOf(addMoney(spent ?? noMoney, rest), aMonthOf(price));
  const dollars = inDollars(estimate);
  if (dollars < 1) return null;
  const soFar = spent === null ? '' : `${moneyInWords(spent)} this month so far, `;
  const now = rate === null ? 'the rate is not shown' : `${priceInWords(rate)} now`;
  return { limit: rounded(dollars * 1.2), estimate, because: `${soFar}${now}` };
}

/** Rounds up to two significant digits, such as 1300 or 27. */
function rounded(dollars: number): number {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(dollars)) - 1));
  return Math.ceil(dollars / step) * step;
}
