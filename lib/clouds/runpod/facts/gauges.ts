import {
  type GpuUse,
  longestGaugeGap,
  type UsagePoint,
  type UsageSamples,
  usageSlot,
  type VmUsage,
} from '../../../model/facts/usage.ts';
import {
  computeSpan,
  earlier,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
  seconds,
} from '../../../model/time/time.ts';
import type { WirePod } from '../contract.ts';
import type { GpuTypes } from '../gpu-catalogue.ts';

/** The gauges of a pod at an instant: of a poll, or of the read just before an action. */
export const readGauges = (pod: WirePod, at: Instant, gpuTypes: GpuTypes): UsagePoint => ({
  at,
  cpu: pod.runtime?.cpu?.util ?? null,
  network: null,
  disk: null,
  answers: null,
  ...gpuReading(pod, gpuTypes),
  ...(pod.runtime?.uptime != null && { uptime: pod.runtime.uptime }),
});

/** A reading before, and when it was taken. */
type ReadBefore = { readonly at: Instant; readonly point: UsagePoint | undefined };

/** Returns a reading as unknown where its uptime has not gone on since the one before: the platform repeats an old one. */
function withoutOld(reading: UsagePoint, before: ReadBefore | undefined): UsagePoint {
  const { at, gpu, uptime } = reading;
  const uptimeBefore = before?.point?.uptime;
  if (before === undefined || before.at === at || uptime === undefined || uptimeBefore === undefined)
    return reading;
  if (hasGoneOn(uptimeBefore, uptime, computeSpan(before.at, at))) return reading;
  return { ...reading, cpu: null, ...(gpu && { gpu: { ...gpu, known: 0 } }), doubt: 'frozen' };
}

/** The least share of the time that passed by which an uptime goes on, as gauges may be some time old. */
const leastShare = 0.5;
/** The time by which an uptime may exceed that since the reading before, where the pod was started just after it. */
const startJitter = minutes(1);

/** Reports whether an uptime in seconds went on as time did, or began anew since the reading before. */
function hasGoneOn(before: number, now: number, passed: Span): boolean {
  if (now === before) return false;
  const isOfNewStart = now < before && seconds(now) <= passed + startJitter;
  return isOfNewStart || seconds(now - before) >= passed * leastShare;
}

function gpuReading({ gpu, runtime }: WirePod, gpuTypes: GpuTypes): { gpu?: GpuUse } {
  const readings = runtime?.gpus ?? [];
  const uses = readings.flatMap(({ util }) => util ?? []);
  if (uses.length === 0) return {};
  const memory = computeHeldMemory(readings, gpuTypes.get(gpu?.id ?? '')?.memory ?? null);
  // Zero proves little without a look at the memory, which moves while a GPU is used.
  const gpuCount = memory === null ? 0 : uses.length;
  return { gpu: { known: gpuCount, busiest: Math.max(...uses), memory } };
}

type Readings = NonNullable<NonNullable<WirePod['runtime']>['gpus']>;

/** Returns the memory that is held on all GPUs, in GiB to a hundredth; `null` where that of any is unknown. */
function computeHeldMemory(readings: Readings, gb: number | null): number | null {
  const shares = readings.map(({ memoryUtil }) => memoryUtil ?? null);
  if (gb === null || shares.some((share) => share === null)) return null;
  const sum = shares.reduce<number>((total, share) => total + (share ?? 0), 0);
  return Math.round(sum * gb) / 100;
}

/** Reports whether the memory in use differs by at least a percent of one GPU, the smallest move that the gauge shows. */
const hasMoved = (before: GpuUse | undefined, now: GpuUse | undefined, gb: number): boolean =>
  before?.memory != null && now?.memory != null && Math.abs(now.memory - before.memory) >= gb / 100 - 0.005;

/**
 * Returns the usage that a poll adds: one reading of each pod that runs, in the slot that has just ended. Two readings that
 * are at most six minutes apart also cover the slots in between. A slot that nobody sampled is missing.
 */
export function gaugeUsage(
  pods: readonly WirePod[],
  at: Instant,
  gpuTypes: GpuTypes,
  before: readonly UsageSamples[],
): VmUsage[] {
  const lastOf = new Map(
    before.flatMap((poll) => poll.usage.map(({ vm, points }) => [vm, { at: poll.at, point: points.at(-1) }])),
  );
  return pods
    .filter(({ status, cluster }) => status === 'RUNNING' && !cluster)
    .flatMap((pod) => {
      if (!pod.runtime) return [];
      const last = lastOf.get(pod.id);
      const reading = withoutOld(readGauges(pod, at, gpuTypes), last);
      const gb = gpuTypes.get(pod.gpu?.id ?? '')?.memory ?? 0;
      const moved = hasMoved(last?.point?.gpu, reading.gpu, gb);
      const now =
        moved && reading.gpu ? { ...reading, gpu: { ...reading.gpu, memoryMoved: true as const } } : reading;
      return [{ vm: pod.id, points: fillUsageSlots(now, last?.point, last?.at ?? null) }];
    });
}

function fillUsageSlots(now: UsagePoint, last: UsagePoint | undefined, lastAt: Instant | null): UsagePoint[] {
  const end = earlier(now.at, milliseconds(now.at % usageSlot));
  const points = [{ ...now, at: end }];
  if (last === undefined || lastAt === null || computeSpan(lastAt, now.at) > longestGaugeGap) return points;
  // Of polls that are closer than slots, no reading that showed use is lost.
  if (last.at === end) return [{ ...busier(last, now), at: end }];
  for (let at = later(last.at, usageSlot); at < end; at = later(at, usageSlot))
    points.unshift({ ...busier(last, now), at });
  return points;
}

/** Returns the higher figures of two readings, for a slot between them or of both. */
function busier(before: UsagePoint, after: UsagePoint): UsagePoint {
  const cpu = before.cpu === null || after.cpu === null ? null : Math.max(before.cpu, after.cpu);
  const gpu = before.gpu &&
    after.gpu && {
      ...after.gpu,
      known: Math.min(before.gpu.known, after.gpu.known),
      busiest: Math.max(before.gpu.busiest, after.gpu.busiest),
    };
  const { uptime } = after;
  const doubt = after.doubt ?? before.doubt;
  return {
    ...{ at: after.at, cpu, network: null, disk: null, answers: null },
    ...(gpu && { gpu }),
    ...(uptime !== undefined && { uptime }),
    ...(doubt && { doubt }),
  };
}
