import { type Evidence, evidenceOf, recent } from '../../../lib/evaluate/learned/risk.ts';
import { similarUse } from '../../../lib/evaluate/learned/similar-use.ts';
import { settledAt } from '../../../lib/model/facts/fleet-use.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { type CpuPoint, type UseHistory, useLimit, withUse } from '../../../lib/model/facts/use-history.ts';
import { hours, type Instant, instant, later, milliseconds } from '../../../lib/model/time/time.ts';
import { type Machine, nameOf, traceStart } from './fleet.ts';

/**
 * What spendwatch would know of a VM, slot by slot. A stop before changes nothing of it: the VM rests for as long as it was
 * quiet anyway, and where nothing was measured, nobody knows whether it would have been needed.
 */
export type Life = {
  /** Returns what the risk rests on at the end of a slot. */
  readonly evidence: (slot: number, horizon?: number) => Evidence | null;
};

const start = instant(traceStart);
export const endOf = (slot: number): Instant => later(start, milliseconds((slot + 1) * usageSlot));

export function lifeOf(machine: Machine): Life {
  const points = pointsOf(machine.cpu);
  const name = nameOf(machine);
  const history = historyOf(points);
  const looksBack = recent / usageSlot;
  return {
    evidence(slot, horizon = 8) {
      if (history === null) return null;
      const [at, last] = [endOf(slot), points.slice(Math.max(0, slot + 1 - looksBack), slot + 1)];
      return evidenceOf(
        history,
        last,
        at,
        hours(horizon),
        (own) => machine.similar?.around(name, history, own, settledAt(at)) ?? own,
      );
    },
  };
}

/** Returns VMs as one fleet, in which each is judged beside the others. None of these was ever stopped. */
export function fleetOf(machines: readonly Machine[]): readonly Machine[] {
  const of = new Map(
    machines.flatMap((machine) => {
      const history = historyOf(pointsOf(machine.cpu));
      return history === null ? [] : [[nameOf(machine), history] as const];
    }),
  );
  const slots = Math.max(...machines.map(({ cpu }) => cpu.length));
  const similar = similarUse({ until: endOf(slots - 1), limit: useLimit, of });
  return machines.map((machine) => ({ ...machine, similar }));
}

/** Returns for each slot whether the VM is in use at its end. What nobody measured is no use. */
export function useOf({ cpu }: Machine): readonly boolean[] {
  const history = historyOf(pointsOf(cpu));
  const inUse = new Array<boolean>(cpu.length).fill(false);
  let from = 0;
  for (const { use, until } of history?.spells ?? []) {
    const end = (until - traceStart) / usageSlot;
    if (use === 'used') inUse.fill(true, from, end);
    from = end;
  }
  return inUse;
}

/** The stricter meaning, which is scored beside it: one sample over the limit is use. */
export const usedAtOnce = ({ cpu }: Machine): readonly boolean[] =>
  Array.from(cpu, (figure) => figure >= useLimit);

const pointsOf = (cpu: Float64Array): CpuPoint[] =>
  Array.from(cpu, (figure, slot) => ({ at: endOf(slot), cpu: Number.isNaN(figure) ? null : figure }));

/** The history begins with the first sample. */
function historyOf(points: readonly CpuPoint[]): UseHistory | null {
  const first = points.findIndex(({ cpu }) => cpu !== null);
  return first < 0 ? null : withUse(null, first === 0 ? points : points.slice(first));
}
