import { hours, type Span } from '../time/time.ts';
import { charge, chargeToMoney, type HourlyPrice, type Money } from './money.ts';

/** The length of a month in the platform's price lists. */
const usualMonth: Span = hours(730);

/** Returns the cost of a month of 730 hours. */
export const computeMonthCost = (price: HourlyPrice): Money => chargeToMoney(charge(price, usualMonth));
