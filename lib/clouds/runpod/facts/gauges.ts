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

/** Returns the gauges of a pod, read by a poll or just before an action. A figure that it does not show is `null` or absent. */
export const readGauges = (pod: WirePod, at: Instant, gpuTypes: GpuTypes): UsagePoint => ({
  at,
  cpu: pod.runtime?.cpu?.util ?? null,
  network: null,
  disk: null,
  answers: null,
  ...gpuReading(pod, gpuTypes),
  ...(pod.runtime?.uptime != null && { uptime: pod.runtime.uptime }),
});

type PreviousReading = { readonly at: Instant; readonly point: UsagePoint | undefined };

/** Makes a reading unknown if its uptime has not advanced since the previous one: the platform then repeats an old reading. */
function withoutOld(reading: UsagePoint, previous: PreviousReading | undefined): UsagePoint {
  const { at, gpu, uptime } = reading;
  const previousUptime = previous?.point?.uptime;
  if (previous === undefined || previous.at === at || uptime === undefined || previousUptime === undefined)
    return reading;
  if (hasGoneOn(previousUptime, uptime, computeSpan(previous.at, at))) return reading;
  return { ...reading, cpu: null, ...(gpu && { gpu: { ...gpu, known: 0 } }), doubt: 'frozen' };
}

/** The least share of the time since the previous reading by which an uptime advances. Gauges may be some time old. */
const leastShare = 0.5;
/** The time by which an uptime may exceed the time since the previous reading, if the pod was started just after it. */
const startJitter = minutes(1);

/** Reports whether an uptime in seconds advanced with time, or began anew since the previous reading. */
function hasGoneOn(previous: number, current: number, passed: Span): boolean {
  if (current === previous) return false;
  const isOfNewStart = current < previous && seconds(current) <= passed + startJitter;
  return isOfNewStart || seconds(current - previous) >= passed * leastShare;
}

function gpuReading({ gpu, runtime }: WirePod, gpuTypes: GpuTypes): { gpu?: GpuUse } {
  const readings = runtime?.gpus ?? [];
  const uses = readings.flatMap(({ util }) => util ?? []);
  if (uses.length === 0) return {};
  const memory = computeHeldMemory(readings, gpuTypes.get(gpu?.id ?? '')?.memory ?? null);
  // A use of 0 proves little without the memory, which moves while a GPU is used.
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
const hasMoved = (previous: GpuUse | undefined, current: GpuUse | undefined, gb: number): boolean =>
  previous?.memory != null &&
  current?.memory != null &&
  Math.abs(current.memory - previous.memory) >= gb / 100 - 0.005;

/**
 * Returns the usage that a poll adds: one reading of each pod that runs, in the slot that has just ended. Two readings that
 * are at most six minutes apart also cover the slots in between. A slot that nobody sampled is missing.
 */
export function gaugeUsage(
  pods: readonly WirePod[],
  at: Instant,
  gpuTypes: GpuTypes,
  samplings: readonly UsageSamples[],
): VmUsage[] {
  const lastOf = new Map(
    samplings.flatMap((poll) =>
      poll.usage.map(({ vm, points }) => [vm, { at: poll.at, point: points.at(-1) }]),
    ),
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
  // If polls are closer than slots, a slot keeps the higher figures of its readings.
  if (last.at === end) return [{ ...busier(last, now), at: end }];
  for (let at = later(last.at, usageSlot); at < end; at = later(at, usageSlot))
    points.unshift({ ...busier(last, now), at });
  return points;
}

/** Returns the higher figures of two readings, for a slot that has both or lies between them. */
function busier(previous: UsagePoint, next: UsagePoint): UsagePoint {
  const cpu = previous.cpu === null || next.cpu === null ? null : Math.max(previous.cpu, next.cpu);
  const gpu = previous.gpu &&
    next.gpu && {
      ...next.gpu,
      known: Math.min(previous.gpu.known, next.gpu.known),
      busiest: Math.max(previous.gpu.busiest, next.gpu.busiest),
    };
  const { uptime } = next;
  const doubt = next.doubt ?? previous.doubt;
  return {
    ...{ at: next.at, cpu, network: null, disk: null, answers: null },
    ...(gpu && { gpu }),
    ...(uptime !== undefined && { uptime }),
    ...(doubt && { doubt }),
  };
}
