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
 * full; others, such as a third of a cent, are rounded without changing the sum.
 */
export function computeChargeCosts(charges: readonly Charge[]): readonly Money[] {
  const exact = charges.map(chargeToMoney);
  const costs = exact.map((amount) => roundMoney(amount, costPlaces, 'down'));
  const total = chargeToMoney(sumCharges(charges));
  let remaining = subtractMoney(roundMoney(total, costPlaces, 'nearest'), sumMoney(costs));
  const lost = exact.map((amount, index) => ({
    index,
    part: subtractMoney(amount, costs[index] ?? amount),
  }));
  for (const { index } of lost.sort((left, right) => right.part.cmp(left.part))) {
    if (!atLeast(remaining, smallest)) break;
    costs[index] = addMoney(costs[index] ?? noMoney, smallest);
    remaining = subtractMoney(remaining, smallest);
  }
  return costs;
}
