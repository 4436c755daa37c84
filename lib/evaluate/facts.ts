import type { Head } from '../model/head.ts';
import type { Target } from '../model/ids.ts';
import { free, type HourlyPrice, sumPrices } from '../model/money.ts';
import type { Sighting } from '../model/observation.ts';
import type { Resource } from '../model/resource.ts';

/** All that rules judge by: a target as it is now, its figures up to now, and its recent sightings. */
export type Facts = {
  readonly target: Target;
  readonly sighting: Sighting;
  readonly meters: NonNullable<Head['meters']>;
  readonly report: Head['report'];
  /** Sightings before this one, as far back as the longest window asks, oldest first. */
  readonly history: readonly Sighting[];
};

/** A stopped resource costs what a running one does; only one that is gone costs nothing. */
export const costOf = (resource: Resource): HourlyPrice =>
  resource.activity === 'gone' ? free : (resource.price ?? free);

/** What a target costs an hour, now. */
export function burnRateOf(sighting: Sighting): HourlyPrice {
  return sighting.kind === 'account'
    ? (sighting.burnRate ?? free)
    : sumPrices(sighting.resources.map(costOf));
}
