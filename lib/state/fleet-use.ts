import { castToVmId, type Resource } from '../model/facts/resource.ts';
import { longestWait, usageSlot } from '../model/facts/usage.ts';
import { joinUsagePoints, type UsageByVm } from '../model/facts/usage-points.ts';
import {
  trimUseHistory,
  type UseHistory,
  type UseMeaning,
  useOverlap,
  withUse,
} from '../model/facts/use-history.ts';
import type { VmId } from '../model/ids.ts';
import { earlier, hours, type Instant, instant, later, milliseconds, type Span } from '../model/time/time.ts';

/**
 * The use of a project's VMs up to an instant, with the limits of use that it was computed with. The ledger stores
 * it so that a poll need not read four weeks of samples.
 */
export type FleetUse = {
  readonly until: Instant;
  readonly meaning: UseMeaning;
  readonly of: ReadonlyMap<VmId, UseHistory>;
};

/** Returns the stored use if it was computed with the same limits of use; otherwise `null`. */
export const useByMeaning = (use: FleetUse | null, { cpu, network, disk, gpu, logins }: UseMeaning) =>
  use?.meaning.cpu === cpu &&
  use.meaning.network === network &&
  use.meaning.disk === disk &&
  use.meaning.gpu === gpu &&
  use.meaning.logins === logins
    ? use
    : null;

/** How long use is remembered: four weeks, plus the hours before them that show late use and the gaps across both. */
export const useReach: Span = hours(28 * 24 + 14);
/**
 * The maximum delay of samples, including that of their request; the last hours are read from the samples themselves.
 */
const comesWithin: Span = milliseconds(longestWait + hours(1));

/** Returns the instant up to which all samples have arrived, including those of VMs that are asked for less often. */
const computeSettledTime = (now: Instant): Instant =>
  instant(Math.floor(earlier(now, comesWithin) / usageSlot) * usageSlot);

/** How often use is stored. */
const storedEvery: Span = hours(6);
/** How far back samples must be read in addition to the stored use. */
export const samplesBeside: Span = milliseconds(storedEvery + comesWithin + hours(1));

/** Returns the time from which samples are needed to continue the stored use. */
export const computeSampleStart = (use: FleetUse | null, now: Instant): Instant =>
  earlier(use?.until ?? earlier(computeSettledTime(now), useReach), useOverlap);

/** True if the stored use is so old that it must be stored again. */
export const isUseDue = (use: FleetUse | null, now: Instant): boolean =>
  use === null || later(use.until, milliseconds(storedEvery + comesWithin)) <= now;

/** The input of `followUse`: samples, the limits of use, and resources, which show the VMs with GPUs. */
export type FollowTerms = {
  readonly usages: UsageByVm;
  readonly meaning: UseMeaning;
  readonly resources: readonly Resource[];
};

/**
 * Continues the use of VMs with samples, up to two hours ago. Time without samples is missing, even after a stop,
 * because the VM might have been used.
 */
export function followUse(
  stored: FleetUse | null,
  { usages, meaning, resources }: FollowTerms,
  now: Instant,
): FleetUse {
  const until = computeSettledTime(now);
  const from = computeSampleStart(stored, now);
  const oldest = earlier(until, useReach);
  const gpus = new Map(
    resources.flatMap((resource) => (resource.kind === 'vm' ? [[castToVmId(resource), resource.gpus]] : [])),
  );
  const of = new Map<VmId, UseHistory>();
  for (const vm of new Set([...(stored?.of.keys() ?? []), ...usages.keys()])) {
    const points = joinUsagePoints(usages.get(vm) ?? [], from).filter(({ at }) => at <= until);
    const terms = { meaning, gpus: gpus.get(vm) ?? 0, until };
    const history = withUse(stored?.of.get(vm) ?? null, points, terms);
    const kept = history && trimUseHistory(history, oldest);
    // A VM without known use stays if it appeared within the reach, so that its use is known from its first sample.
    if (kept && (kept.since > oldest || kept.spells.some(({ use }) => use !== 'missing'))) of.set(vm, kept);
  }
  return { until, meaning, of };
}
