import type { Charge, HourlyPrice, Money } from '../../model/money/money.ts';
import { chargeToMoney } from '../../model/money/money.ts';

/** A price as the platform sends it: a Decimal object, to the last digit. */
export const wirePrice = (price: HourlyPrice) => ({ value: price.toFixed() });

/** An amount as the platform sends it: rounded to ten places, and only here. */
export const amountText = (amount: Money): string => amount.toDecimalPlaces(10).toFixed();
export const wireAmount = (amount: Money) => ({ value: amountText(amount) });
export const wireCharge = (total: Charge) => wireAmount(chargeToMoney(total));
