import { type HourlyPrice, hourlyPrice } from '../../../model/money.ts';
import type { Instant } from '../../../model/time.ts';

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

/** Other units or another price from a moment on; what is left out is as before. */
export function changedFrom(
  tariffs: Tariffs,
  from: Instant,
  change: { readonly units?: number; readonly unitPrice?: HourlyPrice },
): Tariffs {
  const [first, ...others] = tariffs;
  const before = others.at(-1) ?? first;
  return [first, ...others, tariff(from, change.unitPrice ?? before.unitPrice, change.units ?? before.units)];
}
export const withUnits = (tariffs: Tariffs, from: Instant, units: number): Tariffs =>
  changedFrom(tariffs, from, { units });

export const tariffAt = (tariffs: Tariffs, at: Instant): Tariff =>
  tariffs.length === 1 ? tariffs[0] : (tariffs.findLast(({ from }) => from <= at) ?? tariffs[0]);

/** A whole number of times a price. */
export function multiplied(price: HourlyPrice, count: number): HourlyPrice {
  return hourlyPrice(price.times(count).toFixed());
}
