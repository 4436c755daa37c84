import { type HourlyPrice, type Money, moneyInWords, priceInWords } from '../../model/money/money.ts';

/** Returns "1,234.50", for a column with the currency in its title. */
export const dollars = (amount: Money): string => moneyInWords(amount).replace(' USD', '');
/** Returns "1,234", for estimates. */
export const wholeDollars = (amount: Money): string => dollars(amount).replace(/\.\d+$/, '');
/** Returns "4.20", for a column with the unit USD/h in its title. */
export const dollarsAnHour = (price: HourlyPrice): string => priceInWords(price).replace(' USD/h', '');
