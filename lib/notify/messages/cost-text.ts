import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import { days } from '../../model/time/time.ts';

/** True of this platform, and what most people do not expect. */
export const stillBilled =
  'A stopped VM is billed in full until it is deleted, so a stop by itself saves nothing.';

export function priceAndDay(price: HourlyPrice | null): string {
  if (price === null) return 'unknown; the platform gives no price';
  return `${priceInWords(price)}, ${moneyInWords(chargeToMoney(charge(price, days(1))))} a day`;
}

export const lessSpent = 'To spend less, delete what nobody needs: a stopped VM is still billed.';
