import type { Observation } from '../model/facts/observation.ts';
import { vmIdOf } from '../model/facts/resource.ts';
import type { Sampling } from '../model/facts/usage.ts';
import type { VmId } from '../model/ids.ts';
import type { Interval } from '../model/time/period.ts';
import { type Instant, later, minutes, type Span } from '../model/time/time.ts';

/** Mean percent of a VM's cores over what is known of an hour, or why there is no such figure. */
export type HourOfUse = number | 'off' | 'unknown' | 'absent';

/** One hour of all VMs of a project; `isSeen` tells whether anyone looked in it. */
export type UseOfHour = { readonly isSeen: boolean; readonly of: ReadonlyMap<VmId, HourOfUse> };

/** Samples come this much behind at the most, so observations tell of an hour for so long after its end. */
export const useComesWithin: Span = minutes(25);

/** When all is known of an hour that will ever be. */
export const useIsWholeAt = ({ until }: Interval): Instant => later(until, useComesWithin);

type Tally = { readonly points: Map<Instant, number>; seen: number; off: number };

/** What is known of some hours: observations in them, and samplings from their beginning to when all is known of them. */
export type Known = {
  readonly observations: readonly Observation[];
  readonly samplings: readonly Sampling[];
};

/**
 * What each VM did in an hour, from what is known of it, oldest first. A VM that runs and that no sample tells of is
 * `unknown`, and never taken for idle.
 */
export function useInHour({ observations, samplings }: Known, { from, until }: Interval): UseOfHour {
  const tallies = new Map<VmId, Tally>();
  const tallyOf = (vm: VmId): Tally => {
    const known = tallies.get(vm) ?? { points: new Map(), seen: 0, off: 0 };
    tallies.set(vm, known);
    return known;
  };
  let isSeen = false;
  for (const observation of observations) {
    if (observation.kind !== 'project' || observation.at < from || observation.at >= until) continue;
    isSeen = true;
    for (const resource of observation.resources) {
      if (resource.kind !== 'vm' || resource.activity === 'gone') continue;
      const tally = tallyOf(vmIdOf(resource));
      tally.seen += 1;
      if (resource.activity === 'stopped') tally.off += 1;
    }
  }
  for (const { usage } of samplings) {
    for (const { vm, points } of usage) {
      for (const { at, cpu } of points) {
        // A slot goes by its end, and a later telling of it replaces an earlier one.
        if (from < at && at <= until && cpu !== null) tallyOf(vm).points.set(at, cpu);
      }
    }
  }
  return { isSeen, of: new Map([...tallies].map(([vm, tally]) => [vm, useOf(tally)])) };
}

function useOf({ points, seen, off }: Tally): HourOfUse {
  if (points.size === 0) return seen > 0 && off === seen ? 'off' : 'unknown';
  let total = 0;
  for (const cpu of points.values()) total += cpu;
  return total / points.size;
}

/** Hour by hour what one VM did. Where nobody looked nothing is known; where it was not seen it was not there. */
export const useOfVm = (hours: readonly UseOfHour[], vm: VmId): HourOfUse[] =>
  hours.map(({ isSeen, of }) => of.get(vm) ?? (isSeen ? 'absent' : 'unknown'));
