import type { Observation } from '../model/facts/observation.ts';
import { castToVmId } from '../model/facts/resource.ts';
import { knowsGpus, longestWait, type UsagePoint, type UsageSamples } from '../model/facts/usage.ts';
import type { VmId } from '../model/ids.ts';
import type { Interval } from '../model/time/period.ts';
import { type Instant, later, milliseconds, minutes, type Span } from '../model/time/time.ts';

/** The mean use of a VM in an hour, in percent of its cores or of its busiest GPU; or why it is unknown. */
export type HourOfUse = number | 'off' | 'unknown' | 'absent';

/** One hour of all VMs of a project. `isSeen` is true if it holds any observation. */
export type UseOfHour = { readonly isSeen: boolean; readonly byVm: ReadonlyMap<VmId, HourOfUse> };

/** The maximum delay of usage samples after the end of an hour. */
const useComesWithin: Span = milliseconds(longestWait + minutes(25));

/** Returns the time after which no more samples of an hour can arrive. */
export const computeUseDeadline = ({ until }: Interval): Instant => later(until, useComesWithin);

type Tally = { readonly points: Map<Instant, number>; gpus: number; seen: number; off: number };

/** Observations in some hours, and samplings from their beginning until the last samples of them have arrived. */
export type HourlyObservations = {
  readonly observations: readonly Observation[];
  readonly samplings: readonly UsageSamples[];
};

/**
 * Returns the use of each VM in an hour. Observations and samplings are oldest first. A running VM is `unknown`,
 * and never counts as idle, if it has no samples, or if the use of any of its GPUs is unknown.
 */
export function useInHour(
  { observations, samplings }: HourlyObservations,
  { from, until }: Interval,
): UseOfHour {
  const tallies = new Map<VmId, Tally>();
  const getOrCreateTally = (vm: VmId): Tally => {
    const tally = tallies.get(vm) ?? { points: new Map(), gpus: 0, seen: 0, off: 0 };
    tallies.set(vm, tally);
    return tally;
  };
  let isSeen = false;
  for (const observation of observations) {
    if (observation.kind !== 'project' || observation.at < from || observation.at >= until) continue;
    isSeen = true;
    for (const resource of observation.resources) {
      if (resource.kind !== 'vm' || resource.activity === 'gone') continue;
      const tally = getOrCreateTally(castToVmId(resource));
      tally.gpus = Math.max(tally.gpus, resource.gpus);
      tally.seen += 1;
      if (resource.activity === 'stopped') tally.off += 1;
    }
  }
  for (const { usage } of samplings) {
    for (const { vm, points } of usage) {
      for (const point of points) {
        const { at } = point;
        // A slot belongs to the hour in which it ends. A later sample of a slot replaces an earlier one.
        if (at <= from || at > until) continue;
        const tally = getOrCreateTally(vm);
        const percent = percentOf(point, tally.gpus);
        if (percent !== null) tally.points.set(at, percent);
      }
    }
  }
  return { isSeen, byVm: new Map([...tallies].map(([vm, tally]) => [vm, computeHourUse(tally)])) };
}

/** Returns the use of a VM in a slot, in percent: of its GPUs if it has any, since its CPU does not show their use. */
function percentOf(point: UsagePoint, gpus: number): number | null {
  if (gpus > 0) return knowsGpus(point, gpus) ? (point.gpu?.busiest ?? null) : null;
  return point.gpu?.busiest ?? point.cpu;
}

function computeHourUse({ points, seen, off }: Tally): HourOfUse {
  if (points.size === 0) return seen > 0 && off === seen ? 'off' : 'unknown';
  let total = 0;
  for (const cpu of points.values()) total += cpu;
  return total / points.size;
}

/** Returns the hourly use of one VM: `unknown` in hours without observations, `absent` if observations do not list it. */
export const useOfVm = (hours: readonly UseOfHour[], vm: VmId): HourOfUse[] =>
  hours.map(({ isSeen, byVm }) => byVm.get(vm) ?? (isSeen ? 'absent' : 'unknown'));
