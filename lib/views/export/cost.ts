import {
  addCharges,
  addMoney,
  atLeast,
  type Charge,
  chargeToMoney,
  type Money,
  money,
  noCharge,
  noMoney,
  roundMoney,
  subtractMoney,
} from '../../model/money/money.ts';

/** Decimals of a dollar that an exported cost has: the millionth part of a millionth. */
export const costPlaces = 12;
const smallest = money('0.000000000001');

/**
 * Charges in dollars, which together come to their sum in dollars to the last digit. What can be written in full
 * is; the rest, such as a third of a cent, is rounded so that the sum holds.
 */
export function costsOf(charges: readonly Charge[]): readonly Money[] {
  const exact = charges.map(chargeToMoney);
  const costs = exact.map((amount) => roundMoney(amount, costPlaces, 'down'));
  const whole = chargeToMoney(charges.reduce(addCharges, noCharge));
  let left = subtractMoney(roundMoney(whole, costPlaces, 'nearest'), costs.reduce(addMoney, noMoney));
  const lost = exact.map((amount, index) => ({
    index,
    part: subtractMoney(amount, costs[index] ?? amount),
  }));
  for (const { index } of lost.sort((one, other) => other.part.cmp(one.part))) {
    if (!atLeast(left, smallest)) break;
    costs[index] = addMoney(costs[index] ?? noMoney, smallest);
    left = subtractMoney(left, smallest);
  }
  return costs;
}
