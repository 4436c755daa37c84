import { usageSlot } from '../../../lib/model/facts/usage.ts';
import {
  buildUseStretches,
  type UseHistory,
  type UsePoint,
  type UseStretch,
  usualMeaning,
  withUse,
} from '../../../lib/model/facts/use-history.ts';
import {
  earliest,
  type Instant,
  instant,
  later,
  latest,
  milliseconds,
} from '../../../lib/model/time/time.ts';
import { type Machine, traceStart } from './fleet.ts';

/** What spendwatch would know of a VM: nothing of the time in which a stop of its own kept it off. */
export type Life = {
  /** Returns all stretches of its use that are known now. */
  readonly stretches: () => readonly UseStretch[];
  /** Returns the mean CPU of the last four hours before the end of a slot, as a share of the limit of use. */
  readonly load: (slot: number) => number;
  /** Takes away the slots `[from, until)`. */
  readonly rested: (from: number, until: number) => void;
};

const start = instant(traceStart);
export const endOf = (slot: number): Instant => later(start, milliseconds((slot + 1) * usageSlot));

export function lifeOf(machine: Machine): Life {
  const history = historyOf(machine);
  let known = history === null ? [] : buildUseStretches(history, {});
  const load = (slot: number) => {
    const figures = machine.cpu
      .subarray(Math.max(0, slot - 47), slot + 1)
      .filter((cpu) => !Number.isNaN(cpu));
    return figures.reduce((sum, cpu) => sum + cpu, 0) / Math.max(1, figures.length) / usualMeaning.cpu;
  };
  return {
    stretches: () => known,
    load,
    rested(from, until) {
      if (until > from) known = withUnknown(known, endOf(from - 1), endOf(until + slotsToKnow - 1));
    },
  };
}

/** Without samples before it, a slot is not known to be quiet for half an hour. */
const slotsToKnow = 5;

function withUnknown(stretches: readonly UseStretch[], from: Instant, until: Instant): readonly UseStretch[] {
  const before = stretches.filter((stretch) => stretch.from < from);
  const after = stretches.filter((stretch) => stretch.until > until);
  return [
    ...before.map((stretch) => ({ ...stretch, until: earliest(stretch.until, from) })),
    { use: 'unknown', from, until },
    ...after.map((stretch) => ({ ...stretch, from: latest(stretch.from, until) })),
  ];
}

/** Returns for each slot whether the VM is in use at its end, by its CPU. What nobody measured is no use. */
export function useOf(machine: Machine, limit = usualMeaning.cpu): readonly boolean[] {
  const history = historyOf({ ...machine, network: null, disk: null }, limit);
  const inUse = new Array<boolean>(machine.cpu.length).fill(false);
  let from = 0;
  for (const { use, until } of history?.spells ?? []) {
    const end = (until - traceStart) / usageSlot;
    if (use === 'used') inUse.fill(true, from, end);
    from = end;
  }
  return inUse;
}

/** The history begins with the first sample. */
function historyOf({ cpu, network, disk }: Machine, limit = usualMeaning.cpu): UseHistory | null {
  const known = (figure: number | undefined) =>
    figure === undefined || Number.isNaN(figure) ? null : figure;
  const points = Array.from(
    cpu,
    (figure, slot): UsePoint => ({
      at: endOf(slot),
      cpu: known(figure),
      ...(network !== null && { network: known(network[slot]) }),
      ...(disk !== null && { disk: known(disk[slot]) }),
    }),
  );
  const first = points.findIndex((point) => point.cpu !== null);
  if (first < 0) return null;
  return withUse(null, points.slice(first), { meaning: { ...usualMeaning, cpu: limit }, gpus: 0 });
}
