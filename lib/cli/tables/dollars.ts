import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  type Money,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import { hours } from '../../model/time/time.ts';

/** "1,234.50", for a column whose title says that it is dollars. */
export const dollars = (amount: Money): string => moneyInWords(amount).replace(' USD', '');
/** "1,234": as much of an estimate as it is worth telling. */
export const wholeDollars = (amount: Money): string => dollars(amount).replace(/\.\d+$/, '');
/** "4.20", for a column whose title says that it is dollars an hour. */
export const dollarsAnHour = (price: HourlyPrice): string => priceInWords(price).replace(' USD/h', '');

/** What an hourly price comes to in a month, as the platform's price lists reckon it. */
export const aMonthOf = (price: HourlyPrice): Money => chargeToMoney(charge(price, hours(730)));
