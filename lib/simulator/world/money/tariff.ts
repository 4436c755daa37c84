import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';
import type { Instant } from '../../../model/time/time.ts';

/** What is asked an hour from a moment on: so many units at so much each. */
export type Tariff = {
  readonly from: Instant;
  readonly units: number;
  readonly unitPrice: HourlyPrice;
  /** For all of them. */
  readonly price: HourlyPrice;
};

/** In order of time, each until the next begins; those to come are in it too. */
export type Tariffs = readonly [Tariff, ...Tariff[]];

export const tariff = (from: Instant, unitPrice: HourlyPrice, units = 1): Tariff => ({
  from,
  units,
  unitPrice,
  price: units === 1 ? unitPrice : multiplied(unitPrice, units),
});

/** Other units from a moment on, at the prices of before. */
export function withUnits(tariffs: Tariffs, from: Instant, units: number): Tariffs {
  const later = tariffs.filter((one) => one.from > from);
  return followedBy(tariffs, [
    tariff(from, tariffAt(tariffs, from).unitPrice, units),
    ...later.map((one) => tariff(one.from, one.unitPrice, units)),
  ]);
}

/** What is asked until other tariffs begin, and then those. */
export function followedBy(before: Tariffs, next: Tariffs): Tariffs {
  const [first, ...others] = before;
  const [{ from }] = next;
  return first.from < from ? [first, ...others.filter((one) => one.from < from), ...next] : next;
}

export const tariffAt = (tariffs: Tariffs, at: Instant): Tariff =>
  tariffs.length === 1 ? tariffs[0] : (tariffs.findLast(({ from }) => from <= at) ?? tariffs[0]);

/** A whole number of times a price. */
export function multiplied(price: HourlyPrice, count: number): HourlyPrice {
  return hourlyPrice(price.times(count).toFixed());
}
