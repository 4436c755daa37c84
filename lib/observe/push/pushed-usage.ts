import { type GpuReading, leastMove, unusedMoves } from '../../evidence/memory-moves.ts';
import type { FigureDoubt } from '../../model/facts/figure-doubt.ts';
import type { Push, PushedSlot } from '../../model/facts/push.ts';
import { type UsagePoint, usageSlot } from '../../model/facts/usage.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import type { Subject } from '../../model/ids.ts';
import { type Instant, instant, minutes } from '../../model/time/time.ts';
import type { MetricPoint } from './metric-point.ts';

/** The most minutes of a slot that may lack a figure of a known GPU, as a timer may skip one. */
const mostMissing = 1;
const minutesOfSlot = usageSlot / minutes(1);

/** The maximum number of hosts stored with a push: two already make it ambiguous. */
const mostHosts = 2;

/** Returns the hosts, GPUs and slots of a push in their stored form. */
export function pushedSlots(points: readonly MetricPoint[]): Pick<Push, 'hosts' | 'gpus' | 'slots'> {
  const hosts = [...new Set(points.flatMap(({ host }) => (host === '' ? [] : [host])))].toSorted();
  const gpus = [
    ...new Set(points.flatMap(({ metric, part }) => (metric === 'hw.gpu.utilization' ? [part] : []))),
  ];
  const slots = groupByKey(points, ({ at }) => slotEnd(at));
  const moved = movedSlots(points);
  return {
    ...(hosts.length > 0 && { hosts: hosts.slice(0, mostHosts) }),
    gpus: gpus.toSorted(),
    slots: [...slots]
      .toSorted(([left], [right]) => left - right)
      .map(([at, figures]) => buildPushedSlot(instant(at), gpus.toSorted(), figures, moved.has(at))),
  };
}

/** A point that holds a figure. */
type KnownPoint = MetricPoint & { readonly value: number };
const isKnown = (point: MetricPoint): point is KnownPoint => point.value !== null;

/** Returns the points of a metric that hold a figure. */
type PointsOf = (metric: MetricPoint['metric']) => readonly KnownPoint[];
const createKnownPointSelector =
  (points: readonly MetricPoint[]): PointsOf =>
  (metric) =>
    points.filter(isKnown).filter((point) => point.metric === metric);

/** Returns the ends of the slots in which the memory of a GPU moved while it was reported as unused. */
function movedSlots(points: readonly MetricPoint[]): ReadonlySet<number> {
  const select = createKnownPointSelector(points);
  const readings = new Map<string, Map<number, GpuReading>>();
  const add = ({ part, at }: KnownPoint, figures: Partial<Omit<GpuReading, 'at'>>) => {
    const gpuReadings = readings.get(part) ?? new Map<number, GpuReading>();
    readings.set(
      part,
      gpuReadings.set(at, { at, use: null, memory: null, ...gpuReadings.get(at), ...figures }),
    );
  };
  for (const point of select('hw.gpu.utilization')) add(point, { use: point.value });
  for (const point of memoryHeld(select)) add(point, { memory: point.value });
  return new Set(
    [...readings.values()].flatMap((gpuReadings) => unusedMoves([...gpuReadings.values()]).map(slotEnd)),
  );
}

function buildPushedSlot(
  at: Instant,
  gpus: readonly string[],
  figures: readonly MetricPoint[],
  isMoved: boolean,
): PushedSlot {
  const select = createKnownPointSelector(figures);
  const isDivided = select('hw.gpu.utilization').some(({ value }) => value > 0 && value < leastUse);
  const doubt = doubtIn({ isMoved, isDivided, isWhole: figures.every(isKnown) });
  const cpu = select('system.cpu.utilization').map(({ value }) => value);
  const logins = select('spendwatch.sessions').map(({ value }) => value);
  const memory = groupByKey(memoryHeld(select), ({ part }) => part);
  const uses = groupByKey(select('hw.gpu.utilization'), ({ part }) => part);
  return {
    at,
    ...(cpu.length > 0 && { cpu: percent(cpu.reduce((sum, value) => sum + value, 0) / cpu.length) }),
    ...(logins.length > 0 && { logins: Math.ceil(Math.max(...logins)) }),
    uses: gpus.map((gpu) => (uses.has(gpu) ? percent(highest(uses.get(gpu) ?? [])) : null)),
    minutes: gpus.map((gpu) =>
      (uses.get(gpu) ?? []).reduce(
        (minutes, figure) => (figure.isOfEngine ? minutes : minutes | minuteBit(figure.at)),
        0,
      ),
    ),
    ...(memory.size > 0 && { memory: gibibytes([...memory.values()].map(highest)) }),
    ...(doubt && { doubt }),
  };
}

/** The least use of a GPU above 0, as it is measured in whole percents. A lower figure has been divided by something. */
const leastUse = 0.01;

type SlotFlaws = Readonly<Record<'isMoved' | 'isDivided' | 'isWhole', boolean>>;

/** Returns why a slot does not count, or not in full; `null` where it does. */
function doubtIn({ isMoved, isDivided, isWhole }: SlotFlaws): FigureDoubt | null {
  if (isMoved) return 'memory';
  if (isDivided) return 'divided';
  return isWhole ? null : 'no-value';
}

/** Returns the memory in use in bytes, also where a sender reports it as a share of a limit. */
function memoryHeld(select: PointsOf): readonly KnownPoint[] {
  const limits = new Map(select('hw.gpu.memory.limit').map(({ part, value }) => [part, value]));
  const shares = select('hw.gpu.memory.utilization').flatMap((share) => {
    const limit = limits.get(share.part);
    return limit === undefined ? [] : [{ ...share, value: share.value * limit }];
  });
  return [...select('hw.gpu.memory.usage'), ...shares];
}

/**
 * Returns the use of each machine by slot, oldest first. A GPU is known in a slot if all pushes together have a figure
 * of it in all minutes but one; use that was observed once counts. No GPU is known in a slot with figures from several
 * hosts: nothing shows which of them is the machine and which its copy.
 */
export function usageOf(pushes: readonly Push[]): ReadonlyMap<Subject, readonly UsagePoint[]> {
  const machines = groupByKey(pushes, ({ machine }) => machine);
  return new Map([...machines].map(([machine, machinePushes]) => [machine, buildUsagePoints(machinePushes)]));
}

function buildUsagePoints(pushes: readonly Push[]): UsagePoint[] {
  const slots = groupByKey(
    pushes.flatMap(({ hosts = [], gpus, slots: pushed }) => pushed.map((slot) => ({ hosts, gpus, slot }))),
    ({ slot }) => slot.at,
  );
  const points = [...slots].toSorted(([left], [right]) => left - right).map(([, parts]) => joined(parts));
  return points.map((point, index) => withMove(points[index - 1], point));
}

/** Marks a slot if the memory of its GPUs moved since the previous slot, which another push may hold, while they were unused. */
function withMove(previous: UsagePoint | undefined, point: UsagePoint): UsagePoint {
  const { at, gpu } = point;
  if (gpu === undefined || previous?.gpu === undefined || previous.at !== at - usageSlot) return point;
  const isUnused = previous.gpu.busiest === 0 && gpu.busiest === 0;
  const move = Math.abs((gpu.memory ?? Number.NaN) - (previous.gpu.memory ?? Number.NaN)) * 2 ** 30;
  // Both are rounded to a hundredth of a GiB.
  return isUnused && move >= leastMove - 2 ** 30 / 100 ? withDoubt(point, 'memory') : point;
}

/** Returns a slot with a doubt, which makes its GPUs unknown, or known to be in use if their memory moved. */
function withDoubt(point: UsagePoint, doubt: FigureDoubt): UsagePoint {
  const { gpu } = point;
  return {
    ...point,
    ...(gpu && { gpu: { ...gpu, known: 0, ...(doubt === 'memory' && { memoryMoved: true as const }) } }),
    doubt,
  };
}

type Part = Pick<Push, 'gpus'> & { readonly hosts: readonly string[]; readonly slot: PushedSlot };

function joined(parts: readonly [Part, ...Part[]]): UsagePoint {
  const minutes = new Map<string, number>();
  for (const { gpus, slot } of parts)
    for (const [index, gpu] of gpus.entries())
      minutes.set(gpu, (minutes.get(gpu) ?? 0) | (slot.minutes[index] ?? 0));
  const hosts = new Set(parts.flatMap((part) => part.hosts));
  const uses = parts.flatMap(({ slot }) => slot.uses.filter((use) => use !== null));
  const memory = parts.flatMap(({ slot }) => slot.memory ?? []);
  const logins = parts.flatMap(({ slot }) => slot.logins ?? []);
  const doubts = parts.flatMap(({ slot }) => slot.doubt ?? []);
  const point: UsagePoint = {
    at: parts[0].slot.at,
    cpu: parts.reduce<number | null>(
      (most, { slot }) => (slot.cpu === undefined ? most : Math.max(most ?? 0, slot.cpu)),
      null,
    ),
    network: null,
    disk: null,
    answers: null,
    ...(uses.length > 0 && {
      gpu: {
        known: hosts.size > 1 ? 0 : [...minutes.values()].filter(isWhole).length,
        busiest: Math.max(...uses),
        memory: memory.length === 0 ? null : Math.max(...memory),
      },
    }),
    ...(logins.length > 0 && { logins: Math.max(...logins) }),
  };
  const strongestDoubt = doubts.includes('memory') ? 'memory' : doubts.find((doubt) => doubt === 'divided');
  if (strongestDoubt !== undefined) return withDoubt(point, strongestDoubt);
  return doubts[0] === undefined ? point : { ...point, doubt: doubts[0] };
}

const slotEnd = (at: Instant): number => Math.ceil(at / usageSlot) * usageSlot;
const minuteBit = (at: Instant): number => 1 << Math.floor((at - 1 - (slotEnd(at) - usageSlot)) / minutes(1));
const isWhole = (bits: number): boolean =>
  bits.toString(2).replaceAll('0', '').length >= minutesOfSlot - mostMissing;
const highest = (figures: readonly KnownPoint[]): number => Math.max(...figures.map(({ value }) => value));
/** Rounds up, so that a machine never seems more idle than it reported. */
const percent = (ratio: number): number => Math.min(100, Math.ceil(ratio * 1_000) / 10);
const gibibytes = (bytes: readonly number[]): number =>
  Math.round((bytes.reduce((sum, bytesOfGpu) => sum + bytesOfGpu, 0) / 2 ** 30) * 100) / 100;
