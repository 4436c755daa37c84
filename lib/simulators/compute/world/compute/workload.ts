import * as z from 'zod';
import { assertNever } from '../../../../model/assert-never.ts';
import type { Instant } from '../../../../model/time/time.ts';
import type { Chance } from '../../../http/draw.ts';

const hourOfDay = z.number().min(0).max(24);

/** The use of a VM. Hours are in UTC and may be fractions. */
export const Workload = z.discriminatedUnion('kind', [
  /** Only the operating system's own noise. */
  z.strictObject({ kind: z.literal('abandoned') }),
  /** Busy GPUs with a mostly idle CPU: the data are in memory, and a checkpoint is written every six hours. */
  z.strictObject({ kind: z.literal('training') }),
  /** Bursts in working hours from Monday to Friday. */
  z.strictObject({
    kind: z.literal('notebook'),
    fromHour: hourOfDay.default(7),
    untilHour: hourOfDay.default(18),
  }),
  /** Full load for some hours of the night, and none by day. */
  z.strictObject({ kind: z.literal('nightly'), fromHour: hourOfDay.default(2), hours: hourOfDay.default(3) }),
  /** A server with more load by day than by night. */
  z.strictObject({ kind: z.literal('web') }),
  /** Exactly these figures without noise: percent of all cores, and bytes per second in each direction. */
  z.strictObject({
    kind: z.literal('constant'),
    cpu: z.number().min(0).max(100),
    network: z.number().int().min(0),
  }),
]);
export type Workload = z.infer<typeof Workload>;

/** The activity of a VM over one slot. Rates are whole bytes per second. */
export type Doing = {
  /** Percent of all its cores. */
  readonly cpu: number;
  readonly rx: number;
  readonly tx: number;
  readonly read: number;
  readonly written: number;
  /** The used share of its memory, 0 to 1. */
  readonly memory: number;
};

const kib = 1_024;
const mib = 1_024 * kib;

/** Returns a workload's activity in the slot that begins at an instant; `chance` is that slot's own. */
export function doingIn(workload: Workload, slot: Instant, chance: Chance): Doing {
  const hour = (slot % 86_400_000) / 3_600_000;
  switch (workload.kind) {
    case 'abandoned':
      return noise(chance);
    case 'training': {
      const loading = chance(6);
      const written = slot % 21_600_000 === 0 ? 400 * mib : 0;
      return above(noise(chance), {
        cpu: loading,
        rx: 0,
        tx: 0,
        read: 0,
        written,
        memory: 0.6 + 0.02 * loading,
      });
    }
    case 'notebook': {
      const isWeekday = ![0, 6].includes(new Date(slot).getUTCDay());
      const atWork = isWeekday && hour >= workload.fromHour && hour < workload.untilHour;
      if (!atWork || chance(6) < 0.25) return noise(chance);
      const effort = chance(7) ** 2;
      const rx = between(chance(8), 20, 400) * kib;
      const tx = between(chance(9), 5, 60) * kib;
      const read = effort * 8 * mib;
      return above(noise(chance), { cpu: 5 + 65 * effort, rx, tx, read, written: read / 4, memory: 0.45 });
    }
    case 'nightly': {
      const since = (hour - workload.fromHour + 24) % 24;
      if (since >= workload.hours) return noise(chance);
      const cpu = between(chance(6), 68, 90);
      const rx = between(chance(7), 2, 6) * mib;
      const tx = between(chance(8), 1, 3) * mib;
      return above(noise(chance), { cpu, rx, tx, read: 40 * mib, written: 12 * mib, memory: 0.7 });
    }
    case 'web': {
      const daylight = 0.5 - 0.5 * Math.cos(((hour - 4) / 24) * 2 * Math.PI);
      const load = (0.4 + 0.6 * daylight) * between(chance(6), 0.85, 1.15);
      const rx = 150 * kib * load;
      const logs = 60 * kib * load;
      const memory = 0.4 + 0.05 * load;
      return above(noise(chance), { cpu: 8 + 30 * load, rx, tx: 10 * rx, read: logs, written: logs, memory });
    }
    case 'constant': {
      const rx = Math.ceil(workload.network / 2);
      return { cpu: workload.cpu, rx, tx: workload.network - rx, read: 0, written: 0, memory: 0.25 };
    }
    default:
      return assertNever(workload);
  }
}

const between = (part: number, low: number, high: number): number => low + (high - low) * part;

/**
 * Returns the activity of an idle machine, which still has timers, log shippers, ARP and DNS: idle detection must
 * allow for them.
 */
function noise(chance: Chance): Doing {
  return {
    cpu: between(chance(0), 4, 8),
    rx: Math.round(between(chance(1), 200, 1.2 * kib)),
    tx: Math.round(between(chance(2), 150, 0.8 * kib)),
    read: Math.round(between(chance(3), 0, 2 * kib)),
    written: Math.round(between(chance(4), 2 * kib, 12 * kib)),
    memory: between(chance(5), 0.11, 0.13),
  };
}

/** Adds work to a base. Rates stay whole, so counters do too, however a time is split. */
function above(base: Doing, work: Doing): Doing {
  return {
    cpu: Math.min(100, base.cpu + work.cpu),
    rx: Math.round(base.rx + work.rx),
    tx: Math.round(base.tx + work.tx),
    read: Math.round(base.read + work.read),
    written: Math.round(base.written + work.written),
    memory: work.memory,
  };
}
