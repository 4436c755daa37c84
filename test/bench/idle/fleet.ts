import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { groupByKey } from '../../../lib/model/grouped-by.ts';
import { generator } from './generator.ts';
import type { MachineDay } from './traces.ts';

/** Figures of one VM, one value every five minutes; `NaN` where nothing was measured. */
export type Machine = {
  readonly vm: number;
  readonly cpu: Float64Array;
  /** Bytes a second; `null` in traces of CPU alone. */
  readonly network: Float64Array | null;
  readonly disk: Float64Array | null;
  /** The first slot in which rules are asked; what lies before it is only known to them. */
  readonly countFrom: number;
};

/** Returns where traces lie beside the project, of which they are no part; `null` when they are not there. */
export function tracesAt(name: string): string | null {
  const file = fileURLToPath(new URL(`../../../../shared/traces/${name}`, import.meta.url));
  return existsSync(file) ? file : null;
}

/** The rule was chosen on VMs with even numbers, and is scored on the others. */
export const evenOf = (machines: readonly Machine[]): readonly Machine[] =>
  machines.filter(({ vm }) => vm % 2 === 0);
export const oddOf = (machines: readonly Machine[]): readonly Machine[] =>
  machines.filter(({ vm }) => vm % 2 === 1);

/** Returns the VMs that are like none of others: the hourly means of neighbours' CPU have a correlation of 0.9 or more. */
export function withoutTwins(machines: readonly Machine[], others: readonly Machine[]): readonly Machine[] {
  const known = others.map(({ cpu }) => scaledHours(cpu));
  return machines.filter(({ cpu }) => {
    const own = scaledHours(cpu);
    return !known.some(
      (other) => own.reduce((sum, hour, index) => sum + hour * (other[index] ?? 0), 0) >= 0.9,
    );
  });
}

/** Returns hourly means about 0, of the length 1; hours that were not measured are 0. */
function scaledHours(cpu: Float64Array): Float64Array {
  const means = Float64Array.from({ length: cpu.length / slotsAnHour }, (_, hour) => {
    const slots = cpu.subarray(hour * slotsAnHour, (hour + 1) * slotsAnHour).filter((slot) => slot >= 0);
    return slots.reduce((sum, slot) => sum + slot, 0) / slots.length;
  });
  const known = means.filter((mean) => mean >= 0);
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  const about = means.map((one) => (one >= 0 ? one - mean : 0));
  const length = Math.hypot(...about);
  return about.map((one) => (length === 0 ? 0 : one / length));
}

/** The first slot of the Bitbrains traces ends five minutes after this. */
export const traceStart = Date.parse('2013-06-30T22:00:00Z');
export const slotsAnHour = 12;
export const slotsADay = 24 * slotsAnHour;

/** Reads the CPU of the Bitbrains VMs: a heading, then a name such as "rnd-1" and percentages. */
export const readCpu = (file: string): readonly Machine[] =>
  linesOf(file).map(([name = '', ...figures]) => ({
    vm: Number(name.slice(name.indexOf('-') + 1)),
    cpu: filled(figures),
    network: null,
    disk: null,
    countFrom: 0,
  }));

/** What was measured of one VM, slot by slot: CPU in percent, network and disk in bytes a second. */
export type Signals = Record<'cpu' | 'network' | 'disk', Float64Array>;

/** Reads the signals of VMs: three lines each, of CPU in percent, and network and disk in KB a second. */
export function readSignals(file: string): readonly Signals[] {
  const lines = linesOf(file);
  return Array.from({ length: lines.length / 3 }, (_, index) => {
    const [cpu, network, disk] = lines
      .slice(index * 3, index * 3 + 3)
      .map(([, , ...figures]) => filled(figures));
    if (cpu === undefined || network === undefined || disk === undefined)
      throw new RangeError(`${file} is not whole`);
    const bytes = (figures: Float64Array) => figures.map((figure) => figure * 1_000);
    return { cpu, network: bytes(network), disk: bytes(disk) };
  });
}

/**
 * Returns the VMs whose signals are known, for as long as they are, in order of the signals. The numbers of VMs in the
 * two files of Bitbrains differ (the second has every sixth VM or so), so each is found by its CPU; of VMs with the same
 * CPU the first is taken. Where its CPU was not measured, the signals only repeat what was known before, and are left out.
 */
export function withSignals(machines: readonly Machine[], signals: readonly Signals[]): readonly Machine[] {
  const found = signals.map(({ cpu, network, disk }, index) => {
    const differences = machines.map((machine) => differenceOf(machine.cpu, cpu));
    const least = Math.min(...differences);
    const machine = machines[differences.indexOf(least)];
    if (machine === undefined || least > mostDifference)
      throw new RangeError(`signals ${index + 1} are of no VM: the CPU of the nearest differs by ${least} %`);
    const measured = (figures: Float64Array) =>
      figures.map((figure, slot) => (Number.isNaN(machine.cpu[slot]) ? Number.NaN : figure));
    return {
      ...machine,
      cpu: machine.cpu.slice(0, cpu.length),
      network: measured(network),
      disk: measured(disk),
    };
  });
  if (new Set(found.map(({ vm }) => vm)).size < found.length)
    throw new RangeError('two signals are of one VM by their CPU');
  return found;
}

/** The mean difference of CPU, in percent, up to which two traces are of one VM: one of them is rounded. */
const mostDifference = 0.01;

function differenceOf(one: Float64Array, other: Float64Array): number {
  let [sum, slots] = [0, 0];
  for (const [slot, figure] of other.entries()) {
    const difference = Math.abs((one[slot] ?? Number.NaN) - figure);
    if (Number.isNaN(difference)) continue;
    sum += difference;
    slots += 1;
  }
  return slots === 0 ? Number.POSITIVE_INFINITY : sum / slots;
}

/**
 * Returns PlanetLab machines with the days of each laid end to end, of which four or more come before the last: rules
 * are asked on that one. Weeks lie between some of the days.
 */
export function stitched(days: readonly MachineDay[]): readonly Machine[] {
  const lives = groupByKey(
    days.toSorted((left, right) => Number(left.date) - Number(right.date)),
    ({ vm }) => vm,
  );
  return [...lives.values()].flatMap((life, vm) =>
    life.slice(leastDays).map((_, index): Machine => {
      const cpu = life.slice(0, leastDays + index + 1).flatMap((day) => day.cpu);
      const countFrom = (leastDays + index) * slotsADay;
      return { vm, cpu: Float64Array.from(cpu), network: null, disk: null, countFrom };
    }),
  );
}
const leastDays = 4;

/** Returns machines of which a share of all hours, drawn by chance, was not measured. */
export function withHoursMissing(machines: readonly Machine[], share: number): readonly Machine[] {
  const random = generator();
  return machines.map((machine) => {
    const cpu = machine.cpu.slice();
    for (let from = 0; from < cpu.length; from += slotsAnHour)
      if (random() < share) cpu.fill(Number.NaN, from, from + slotsAnHour);
    return { ...machine, cpu };
  });
}

const linesOf = (file: string): string[][] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

/** A sample covers up to 15 minutes before it, as where samples become slots (`clouds/compute/facts/usage.ts`). */
function filled(figures: readonly string[]): Float64Array {
  const all = Float64Array.from(figures, (figure) => (figure === '' ? Number.NaN : Number(figure)));
  for (let from = 0; from < all.length; from += 1) {
    if (!Number.isNaN(all[from])) continue;
    let until = from;
    while (until < all.length && Number.isNaN(all[until])) until += 1;
    if (from > 0 && until < all.length && until - from <= 2) all.fill(all[until] ?? Number.NaN, from, until);
    from = until;
  }
  return all;
}
