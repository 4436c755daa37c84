import {
  addMoney,
  atLeast,
  type Charge,
  chargeToMoney,
  type Money,
  money,
  noMoney,
  roundMoney,
  subtractMoney,
  sumCharges,
  sumMoney,
} from '../../model/money/money.ts';

/** The number of decimals of an exported cost in dollars. */
export const costPlaces = 12;
const smallest = money('0.000000000001');

/**
 * Returns charges in dollars that add up to their exact sum, to the last decimal. Amounts that fit are written in
 * full; others, such as a third of a cent, are rounded so that the sum holds.
 */
export function computeChargeCosts(charges: readonly Charge[]): readonly Money[] {
  const exact = charges.map(chargeToMoney);
  const costs = exact.map((amount) => roundMoney(amount, costPlaces, 'down'));
  const whole = chargeToMoney(sumCharges(charges));
  let left = subtractMoney(roundMoney(whole, costPlaces, 'nearest'), sumMoney(costs));
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
