import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import { days } from '../../model/time/time.ts';

export function priceAndDay(price: HourlyPrice | null): string {
  if (price === null) return 'unknown; the platform reports no price';
  return `${priceInWords(price)}, ${moneyInWords(chargeToMoney(charge(price, days(1))))} a day`;
}
