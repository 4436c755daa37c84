import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  type Money,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import { hours } from '../../model/time/time.ts';

/** Returns "1,234.50", for a column with the currency in its title. */
export const dollars = (amount: Money): string => moneyInWords(amount).replace(' USD', '');
/** Returns "1,234", for estimates. */
export const wholeDollars = (amount: Money): string => dollars(amount).replace(/\.\d+$/, '');
/** Returns "4.20", for a column with the unit USD/h in its title. */
export const dollarsAnHour = (price: HourlyPrice): string => priceInWords(price).replace(' USD/h', '');

/** Returns the cost of a month of 730 hours, as in the platform's price lists. */
export const aMonthOf = (price: HourlyPrice): Money => chargeToMoney(charge(price, hours(730)));
