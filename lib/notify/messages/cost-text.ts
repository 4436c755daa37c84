import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import { aMonthOf } from '../../model/money/month-cost.ts';
import { days } from '../../model/time/time.ts';

/** Returns "4.20 USD/h, 100.80 USD a day, 3,066.00 USD a month". */
export function costInWords(price: HourlyPrice | null): string {
  if (price === null) return 'unknown; the platform reports no price';
  const day = moneyInWords(chargeToMoney(charge(price, days(1))));
  return `${priceInWords(price)}, ${day} a day, ${moneyInWords(aMonthOf(price))} a month`;
}
