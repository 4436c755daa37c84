import type { Push, PushedSlot } from '../../model/facts/push.ts';
import { type UsagePoint, usageSlot } from '../../model/facts/usage.ts';
import { groupedBy } from '../../model/grouped-by.ts';
import type { Subject } from '../../model/ids.ts';
import { type Instant, instant, minutes } from '../../model/time/time.ts';
import type { MetricPoint } from './metric-point.ts';

/** The number of minutes of a slot without a figure for which a GPU still counts as known: a timer may skip one. */
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
  const slots = groupedBy(points, ({ at }) => slotEnd(at));
  return {
    ...(hosts.length > 0 && { hosts: hosts.slice(0, mostHosts) }),
    gpus: gpus.toSorted(),
    slots: [...slots]
      .toSorted(([left], [right]) => left - right)
      .map(([at, figures]) => slotOf(instant(at), gpus.toSorted(), figures)),
  };
}

function slotOf(at: Instant, gpus: readonly string[], figures: readonly MetricPoint[]): PushedSlot {
  const of = (metric: MetricPoint['metric']) => figures.filter((figure) => figure.metric === metric);
  const cpu = of('system.cpu.utilization').map(({ value }) => value);
  const logins = of('spendwatch.sessions').map(({ value }) => value);
  const memory = groupedBy(memoryHeld(of), ({ part }) => part);
  const uses = groupedBy(of('hw.gpu.utilization'), ({ part }) => part);
  return {
    at,
    ...(cpu.length > 0 && { cpu: percent(cpu.reduce((sum, value) => sum + value, 0) / cpu.length) }),
    ...(logins.length > 0 && { logins: Math.ceil(Math.max(...logins)) }),
    uses: gpus.map((gpu) => (uses.has(gpu) ? percent(highest(uses.get(gpu) ?? [])) : null)),
    minutes: gpus.map((gpu) =>
      (uses.get(gpu) ?? []).reduce((minutes, figure) => minutes | minuteBit(figure.at), 0),
    ),
    ...(memory.size > 0 && { memory: gibibytes([...memory.values()].map(highest)) }),
  };
}

/** Returns the memory in use in bytes, also where a sender reports it as a share of a limit. */
function memoryHeld(of: (metric: MetricPoint['metric']) => readonly MetricPoint[]): readonly MetricPoint[] {
  const limits = new Map(of('hw.gpu.memory.limit').map(({ part, value }) => [part, value]));
  const shares = of('hw.gpu.memory.utilization').flatMap((share) => {
    const limit = limits.get(share.part);
    return limit === undefined ? [] : [{ ...share, value: share.value * limit }];
  });
  return [...of('hw.gpu.memory.usage'), ...shares];
}

/**
 * Returns the use of each machine by slot, oldest first. A GPU is known in a slot if all pushes together have a figure
 * of it in all minutes but one; use that was observed once counts. No GPU is known in a slot with figures from several
 * hosts: nothing shows which of them is the machine and which its copy.
 */
export function usageOf(pushes: readonly Push[]): ReadonlyMap<Subject, readonly UsagePoint[]> {
  const machines = groupedBy(pushes, ({ machine }) => machine);
  return new Map([...machines].map(([machine, own]) => [machine, pointsOf(own)]));
}

function pointsOf(pushes: readonly Push[]): UsagePoint[] {
  const slots = groupedBy(
    pushes.flatMap(({ hosts = [], gpus, slots: own }) => own.map((slot) => ({ hosts, gpus, slot }))),
    ({ slot }) => slot.at,
  );
  return [...slots].toSorted(([left], [right]) => left - right).map(([, parts]) => joined(parts));
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
  return {
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
}

const slotEnd = (at: Instant): number => Math.ceil(at / usageSlot) * usageSlot;
const minuteBit = (at: Instant): number => 1 << Math.floor((at - 1 - (slotEnd(at) - usageSlot)) / minutes(1));
const isWhole = (bits: number): boolean =>
  bits.toString(2).replaceAll('0', '').length >= minutesOfSlot - mostMissing;
const highest = (figures: readonly MetricPoint[]): number => Math.max(...figures.map(({ value }) => value));
/** Rounds up, so that a machine never seems more idle than it reported. */
const percent = (ratio: number): number => Math.min(100, Math.ceil(ratio * 1_000) / 10);
const gibibytes = (bytes: readonly number[]): number =>
  Math.round((bytes.reduce((sum, bytesOfGpu) => sum + bytesOfGpu, 0) / 2 ** 30) * 10) / 10;
