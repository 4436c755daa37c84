import type { Rollup } from '../../model/money/meter.ts';
import type { Interval } from '../../model/time/period.ts';
import { earliest, type Instant, latest } from '../../model/time/time.ts';

/** Rollups that make up a time, and what of it none of them tells. */
export type Cover = { readonly taken: readonly Rollup[]; readonly left: readonly Interval[] };

/**
 * Takes the rollups that lie whole within what is left of a time, in their order, none over another.
 * `asOf` is up to when those that still run have been counted.
 */
export function coverTime(left: readonly Interval[], rollups: readonly Rollup[], asOf: Instant): Cover {
  const taken: Rollup[] = [];
  let stretches = left;
  for (const rollup of rollups) {
    // Before it was first counted nothing is in it, so that time is left to others.
    const { period, since } = rollup;
    const told = { from: latest(period.from, since), until: earliest(period.until, asOf) };
    const around = stretches.find(({ from, until }) => from <= told.from && told.until <= until);
    if (around === undefined || told.from >= told.until) continue;
    taken.push(rollup);
    stretches = stretches.flatMap((stretch) => (stretch === around ? without(stretch, told) : [stretch]));
  }
  return { taken, left: stretches };
}

const without = ({ from, until }: Interval, told: Interval): Interval[] =>
  [
    { from, until: told.from },
    { from: told.until, until },
  ].filter((rest) => rest.from < rest.until);
