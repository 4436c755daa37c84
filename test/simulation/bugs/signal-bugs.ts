import { toQuarterStart } from '../../../lib/model/facts/push.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { hours, type Instant, later } from '../../../lib/model/time/time.ts';
import type { SignalPoint, SignalSource } from '../../../lib/observe/signals/signals.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import type { Head } from '../../../lib/state/head.ts';

/** A mistake in how signals are read, kept or taken, or a fault of their source. */
export type Plant = {
  readonly source?: (source: SignalSource) => SignalSource;
  readonly receiverClock?: (now: Instant, told: Instant) => Instant;
  readonly push?: (push: Ledger['push']) => Ledger['push'];
  /** Changes heads before they are stored. */
  readonly head?: (head: Head) => Head;
  /** True if the GPUs of every machine work all the time. */
  readonly isAtWork?: true;
};

/** Plants a bug: only the first host that pushes in a quarter of an hour counts. */
const oncePerQuarter = (push: Ledger['push']): Ledger['push'] => {
  const heard = new Set<string>();
  return async (sent) => {
    const key = `${sent.machine} ${toQuarterStart(sent.at)}`;
    if (heard.has(key)) return 'too-soon';
    heard.add(key);
    return push(sent);
  };
};

/** Plants a mistake in the signals of each machine. */
const telling = (
  change: (points: readonly SignalPoint[], machine: string, until: Instant) => readonly SignalPoint[],
): Plant => ({
  source: (source) => ({
    ...source,
    read: async (slots) => {
      const told = [...(await source.read(slots))];
      return new Map(told.map(([machine, points]) => [machine, change(points, machine, slots.until)]));
    },
  }),
});

/** Plants a bug: earlier signals are repeated when there are no new ones. */
function carriedOn(): Plant {
  const known = new Map<string, SignalPoint>();
  return {
    source: (source) => ({
      ...source,
      read: async (slots) => {
        const told = new Map(await source.read(slots));
        for (const [machine, points] of told) {
          const last = points.at(-1);
          if (last) known.set(machine, last);
        }
        for (const [machine, last] of known) {
          const points = [...(told.get(machine) ?? [])];
          for (let at = later(last.at, usageSlot); at <= slots.until; at = later(at, usageSlot))
            points.push({ ...last, at });
          told.set(machine, points);
        }
        return told;
      },
    }),
  };
}

/** Plants a bug: a machine is known by its id alone, in whatever project. */
const withoutProjects: Plant = {
  source: (source) => ({
    ...source,
    read: async (slots) => {
      const told = await source.read(slots);
      const idOf = (machine: string) => machine.slice(machine.lastIndexOf('/'));
      return new Map(
        [...told.keys()].map((machine) => [
          machine,
          [...told].findLast(([other]) => idOf(other) === idOf(machine))?.[1] ?? [],
        ]),
      );
    },
  }),
};

const busiest = (point: SignalPoint, change: (use: number) => number): SignalPoint =>
  point.gpu ? { ...point, gpu: { ...point.gpu, busiest: change(point.gpu.busiest) } } : point;

/** Plants a bug: slots that are marked as gaps count as slots of no use. */
const gapsAsZero = telling((points, _, until) => {
  const [first] = points;
  const known = new Map(points.map((point) => [point.at, point]));
  const all: SignalPoint[] = [];
  const idle = { known: 2, busiest: 0, memory: null };
  for (let at = first?.at ?? until; at <= until; at = later(at, usageSlot))
    all.push(known.get(at) ?? { at, cpu: null, gpu: idle });
  return all;
});

/** A source whose machines all work, and of which every figure is 0 from an instant on. */
export const sourceAtZero = (from: Instant): Plant => ({
  isAtWork: true,
  ...telling((points) => points.map((point) => (point.at > from ? busiest(point, () => 0) : point))),
});

/** The mistakes in signals that the oracle of signals catches. */
export const signalBugs: readonly (readonly [string, (start: Instant) => Plant])[] = [
  ['a signal that stopped continues with its last value', carriedOn],
  [
    'an unknown GPU counts as idle',
    () =>
      telling((points) =>
        points.map((point) => (point.gpu ? { ...point, gpu: { ...point.gpu, known: 2 } } : point)),
      ),
  ],
  ['a machine is identified without its project', () => withoutProjects],
  ['the pushes of a copy displace those of its machine', () => ({ push: oncePerQuarter })],
  ['the time of figures is not compared with the clock', () => ({ receiverClock: (_, told) => told })],
  [
    'divided figures of a collector count as percent',
    () => telling((points) => points.map((point) => busiest(point, (use) => use / 100))),
  ],
  ['a marked gap counts as no use', () => gapsAsZero],
  [
    'a source that reports 0 for its whole fleet is believed',
    (start) => ({ ...sourceAtZero(later(start, hours(2))), head: (head) => ({ ...head, falls: {} }) }),
  ],
];
