import { assertNever } from '../model/assert-never.ts';
import { isCommitted } from '../model/facts/commitment.ts';
import type { Observation, ProjectObservation } from '../model/facts/observation.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { Unsupported } from '../model/facts/unsupported.ts';
import type { Sampling } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import type { Target, TargetId } from '../model/ids.ts';
import type { Meter } from '../model/money/meter.ts';
import { free, type HourlyPrice, sumPrices } from '../model/money/money.ts';
import type { Spend } from '../model/money/spend.ts';
import type { ResourcesAtRisk } from '../model/rules/figures.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';

/** All that rules judge by: a target as it is now, its figures up to now, and what is known of its past. */
export type Facts = {
  readonly target: Target;
  readonly observation: Observation;
  /** IANA name of the zone whose days and weeks count. */
  readonly zone: string;
  readonly spend: Spend;
  /** What monitors told before this observation, as far back as the longest window asks, oldest first. */
  readonly samplings: readonly Sampling[];
  /** Closed hours of the past weeks, oldest first; `null` when no hour has ended since they were last judged. */
  readonly hours: readonly Meter[] | null;
  /** What goes with a billing account, as its projects were last seen. */
  readonly atRisk: ResourcesAtRisk;
};

/** What is known of how well a target is seen; there is more of it than of the target when it cannot be seen. */
export type SightFacts = {
  readonly target: Target;
  readonly now: Instant;
  readonly head: Pick<
    Head,
    | 'observation'
    | 'seenAt'
    | 'beganAt'
    | 'failingSince'
    | 'reportedUntil'
    | 'failedPolls'
    | 'failedBecause'
    | 'failureScope'
  >;
  readonly lacking: readonly Unsupported[];
  /** When it was looked at before this look, seen or not; `null` when it never was. */
  readonly polledBefore: Instant | null;
  /** All that is looked at, always in the same order. */
  readonly targets: readonly TargetId[];
  readonly intervals: Pick<Intervals, 'pollEvery' | 'spendEvery'>;
};

/** A stopped resource costs what a running one does; only one that is gone costs nothing. */
export const costOf = (resource: Resource): HourlyPrice =>
  resource.activity === 'gone' ? free : (resource.price ?? free);

/**
 * What all of a resource costs an hour: a cluster's machines bear prices of their own, and are part of it.
 * `null` where some of it is not known.
 */
export function wholePriceOf(resource: Resource, { resources }: ProjectObservation): HourlyPrice | null {
  if (resource.kind !== 'cluster') return resource.price;
  const machines = resources.filter(
    ({ cluster, activity }) => cluster === resource.id && activity !== 'gone',
  );
  const parts = [resource, ...machines];
  const prices = parts.flatMap(({ price }) => price ?? []);
  return prices.length === parts.length ? sumPrices(prices) : null;
}

/** What a target costs an hour, now. */
export function burnRateOf(observation: Observation): HourlyPrice {
  switch (observation.kind) {
    case 'project':
      return sumPrices(observation.resources.map(costOf));
    case 'account':
      return observation.burnRate ?? free;
    case 'group':
      return observation.spend.burnRate;
    default:
      return assertNever(observation);
  }
}

/** What of it is paid whatever is deleted: the price of what is committed beyond now. */
export function committedRateOf(observation: Observation): HourlyPrice {
  if (observation.kind === 'group') return observation.spend.committedRate;
  if (observation.kind === 'account') return free;
  const committed = observation.resources.filter((resource) => isCommitted(resource, observation.at));
  return sumPrices(committed.map(costOf));
}
