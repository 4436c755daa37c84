import { type HourlyPrice, hourlyPrice } from '../../../../model/money/money.ts';
import type { Instant } from '../../../../model/time/time.ts';

/** The hourly price from an instant on: a number of units at a unit price. */
export type Tariff = {
  readonly from: Instant;
  readonly units: number;
  readonly unitPrice: HourlyPrice;
  /** The price of all units. */
  readonly price: HourlyPrice;
};

/** Tariffs in order of time, including future ones; each applies until the next begins. */
export type Tariffs = readonly [Tariff, ...Tariff[]];

export const tariff = (from: Instant, unitPrice: HourlyPrice, units = 1): Tariff => ({
  from,
  units,
  unitPrice,
  price: units === 1 ? unitPrice : multiplied(unitPrice, units),
});

/** Returns tariffs with another number of units from an instant on. */
export function withUnits(tariffs: Tariffs, from: Instant, units: number): Tariffs {
  const later = tariffs.filter((one) => one.from > from);
  return followedBy(tariffs, [
    tariff(from, tariffAt(tariffs, from).unitPrice, units),
    ...later.map((one) => tariff(one.from, one.unitPrice, units)),
  ]);
}

/** Returns tariffs that are replaced by others once those begin. */
export function followedBy(before: Tariffs, next: Tariffs): Tariffs {
  const [first, ...others] = before;
  const [{ from }] = next;
  return first.from < from ? [first, ...others.filter((one) => one.from < from), ...next] : next;
}

export const tariffAt = (tariffs: Tariffs, at: Instant): Tariff =>
  tariffs.length === 1 ? tariffs[0] : (tariffs.findLast(({ from }) => from <= at) ?? tariffs[0]);

/** Multiplies a price by a whole number. */
export function multiplied(price: HourlyPrice, count: number): HourlyPrice {
  return hourlyPrice(price.times(count).toFixed());
}
