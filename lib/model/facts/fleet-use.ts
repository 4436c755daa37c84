import { VmId } from '../ids.ts';
import type { PastStop } from '../intent.ts';
import { subjectParts } from '../subject.ts';
import { days, earlier, hours, type Instant, instant, later, milliseconds, type Span } from '../time/time.ts';
import { longestWait, usageSlot } from './usage.ts';
import { pointsOf, type UsageByVm } from './usage-points.ts';
import { type CpuPoint, type UseHistory, useLimit, useOverlap, useSince, withUse } from './use-history.ts';

/**
 * The use of a project's VMs up to an instant, by a limit in percent. The ledger keeps it so that a poll need not read
 * four weeks of samples.
 */
export type FleetUse = {
  readonly until: Instant;
  readonly limit: number;
  readonly of: ReadonlyMap<VmId, UseHistory>;
};

/** Returns the known use if it goes by a limit: with another one, it has to be made of the samples again. */
export const useByLimit = (known: FleetUse | null, limit: number): FleetUse | null =>
  known?.limit === limit ? known : null;

/** The time for which use is remembered. */
export const useReach: Span = days(28);
/**
 * The maximum delay of samples, including that of their request; the last hours are read from the samples themselves.
 */
const comesWithin: Span = milliseconds(longestWait + hours(1));

/** Returns the instant up to which all samples have come, also those of VMs that wait to be asked. */
export const settledAt = (now: Instant): Instant =>
  instant(Math.floor(earlier(now, comesWithin) / usageSlot) * usageSlot);

/** The interval at which it is stored. */
const storedEvery: Span = hours(6);
/** The time for which samples must be read in addition to the stored use. */
export const samplesBeside: Span = milliseconds(storedEvery + comesWithin + hours(1));

/** Returns the time from which samples are needed to continue the known use. */
export const useNeededFrom = (known: FleetUse | null, now: Instant): Instant =>
  known === null ? earlier(now, useReach) : earlier(known.until, useOverlap);

/** Reports whether the known use is so old that it must be stored again. */
export const isUseDue = (known: FleetUse | null, now: Instant): boolean =>
  known === null || later(known.until, milliseconds(storedEvery + comesWithin)) <= now;

/**
 * Continues the use of VMs with samples, up to two hours ago. A VM that was stopped counts as unused for as
 * long as it was seen so; any other time without samples is missing.
 */
export function followUse(
  known: FleetUse | null,
  usages: UsageByVm,
  stops: readonly PastStop[],
  now: Instant,
  limit: number = useLimit,
): FleetUse {
  const until = settledAt(now);
  const from = useNeededFrom(known, now);
  const of = new Map<VmId, UseHistory>();
  for (const vm of new Set([...(known?.of.keys() ?? []), ...usages.keys()])) {
    const points = pointsOf(usages.get(vm) ?? [], from).filter(({ at }) => at <= until);
    const resting = stops
      .filter(({ subject }) => isOf(subject, vm))
      .flatMap((stop) => restOf(stop, from, until));
    const all = resting.length === 0 ? points : inOrder([...points, ...resting]);
    const history = withUse(known?.of.get(vm) ?? null, all, until, limit);
    const oldest = earlier(until, useReach);
    const kept = history && useSince(history, oldest);
    // A VM of which nothing is known yet stays, so that it is known from its first sample on.
    if (kept && (kept.since > oldest || kept.spells.some(({ use }) => use !== 'missing'))) of.set(vm, kept);
  }
  return { until, limit, of };
}

function isOf(subject: PastStop['subject'], vm: VmId): boolean {
  const { resource } = subjectParts(subject);
  return resource?.kind === 'vm' && VmId.parse(resource.id) === vm;
}

/**
 * Returns the slots that lie wholly between a stop and the last time at which the VM was seen stopped: it may have been
 * started, and used, right after that, and in any longer time in which it was not seen.
 */
function restOf(
  { stoppedAt, atRestSince, lastSeenAtRest }: PastStop,
  from: Instant,
  until: Instant,
): CpuPoint[] {
  const first = Math.ceil(Math.max(atRestSince ?? stoppedAt, from) / usageSlot) + 1;
  const last = Math.floor(Math.min(lastSeenAtRest ?? stoppedAt, until) / usageSlot);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, slot) => ({
    at: instant((first + slot) * usageSlot),
    cpu: 0,
  }));
}

/** Returns each slot once, in order; a measured one takes precedence over a stop. */
const inOrder = (points: readonly CpuPoint[]): readonly CpuPoint[] =>
  [...new Map([...points].reverse().map((point) => [point.at, point])).values()].toSorted(
    (left, right) => left.at - right.at,
  );
