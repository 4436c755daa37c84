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
import { periodAt } from '../../model/time/period.ts';
import { between, hours, type Instant } from '../../model/time/time.ts';

/** What is known of a spend when a limit has to be found for it. */
export type KnownSpend = { readonly spent: Money | null; readonly rate: HourlyPrice | null };

export type SuggestedLimit = {
  /** Whole US dollars a month. */
  readonly limit: number;
  readonly estimate: Money;
  /** What it rests on, for a comment. */
  readonly because: string;
};

/** The month that the platform itself reckons with when it shows an hourly price as a monthly one. */
const usualMonth = hours(730);

/**
 * A fifth above what a month comes to: the larger of what this one will come to at the present rate, and a
 * whole month at it. `null` where that is less than a dollar: nobody needs a limit on it yet.
 */
export function suggestLimit({ spent, rate }: KnownSpend, at: Instant, zone: string): SuggestedLimit | null {
  const price = rate ?? free;
  const rest = chargeToMoney(charge(price, between(at, periodAt('month', at, zone).until)));
  const estimate = largerOf(addMoney(spent ?? noMoney, rest), chargeToMoney(charge(price, usualMonth)));
  const dollars = inDollars(estimate);
  if (dollars < 1) return null;
  const soFar = spent === null ? '' : `${moneyInWords(spent)} this month so far, `;
  const now = rate === null ? 'the rate is not shown' : `${priceInWords(rate)} now`;
  return { limit: rounded(dollars * 1.2), estimate, because: `${soFar}${now}` };
}

/** Up to two digits that count, such as 1300 or 27. */
function rounded(dollars: number): number {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(dollars)) - 1));
  return Math.ceil(dollars / step) * step;
}
