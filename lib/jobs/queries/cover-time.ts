import type { Rollup } from '../../model/money/meter.ts';
import type { Interval } from '../../model/time/period.ts';
import { earliest, type Instant, latest } from '../../model/time/time.ts';

/** Rollups that cover a period, and the intervals that none of them covers. */
export type Cover = { readonly taken: readonly Rollup[]; readonly left: readonly Interval[] };

/**
 * Takes the rollups that lie completely within the intervals left, in order and without overlap. `asOf` is the time up
 * to which open ones are counted.
 */
export function coverTime(left: readonly Interval[], rollups: readonly Rollup[], asOf: Instant): Cover {
  const taken: Rollup[] = [];
  let stretches = left;
  for (const rollup of rollups) {
    // A rollup is empty before it was first counted, so that time is left to others.
    const { period, since } = rollup;
    const covered = { from: latest(period.from, since), until: earliest(period.until, asOf) };
    const around = stretches.find(({ from, until }) => from <= covered.from && covered.until <= until);
    if (around === undefined || covered.from >= covered.until) continue;
    taken.push(rollup);
    stretches = stretches.flatMap((stretch) => (stretch === around ? without(stretch, covered) : [stretch]));
  }
  return { taken, left: stretches };
}

const without = ({ from, until }: Interval, covered: Interval): Interval[] =>
  [
    { from, until: covered.from },
    { from: covered.until, until },
  ].filter((rest) => rest.from < rest.until);
