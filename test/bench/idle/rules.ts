import type { Evidence } from '../../../lib/evaluate/learned/risk.ts';
import { riskOf } from '../../../lib/evaluate/learned/scorecard.ts';
import { type Machine, slotsADay, slotsAnHour } from './fleet.ts';
import { lifeOf } from './machine-life.ts';
import type { Judge } from './replay.ts';

/** A rule that can be replayed on any machine. */
export type Rule = {
  readonly name: string;
  readonly judge: (machine: Machine) => Judge;
  readonly notice?: number;
};

/** The percentage of a window's slots that must be under limits, of which traces of CPU alone know one. */
type Window = {
  readonly slots: number;
  readonly percentile: number;
  readonly cpuBelow: number;
  readonly signals?: boolean;
};

const limits = { network: 10 * 1_024, disk: 100 * 1_024 };

export const fixedWindow = (hours: number, others: Partial<Window> = {}): Window => ({
  slots: hours * slotsAnHour,
  percentile: 97,
  cpuBelow: 10,
  signals: true,
  ...others,
});

/** The clouds' own definitions, as far as CPU tells: their network parts count as met. */
export const clouds: readonly (Window & { readonly name: string })[] = [
  { name: 'AWS: peak under 5 % for 14 d', slots: 14 * slotsADay, percentile: 100, cpuBelow: 5 },
  { name: 'Google: 97 % under 3 % for 14 d', slots: 14 * slotsADay, percentile: 97, cpuBelow: 3 },
  { name: 'Azure: P95 under 3 % for 7 d', slots: 7 * slotsADay, percentile: 95, cpuBelow: 3 },
];

export const judgeByWindow =
  ({ slots, percentile, cpuBelow, signals = false }: Window) =>
  ({ cpu, network, disk }: Machine): Judge => {
    const isUnder = (figures: Float64Array | null, slot: number, limit: number) =>
      figures === null || (figures[slot] ?? limit) < limit;
    const quiet = Uint8Array.from(cpu, (figure, slot) =>
      figure < cpuBelow &&
      (!signals || (isUnder(network, slot, limits.network) && isUnder(disk, slot, limits.disk)))
        ? 1
        : 0,
    );
    let counts = sums(quiet);
    const needed = Math.ceil((slots * percentile) / 100);
    return {
      isIdle: (slot) =>
        slot + 1 >= slots && (counts[slot + 1] ?? 0) - (counts[slot + 1 - slots] ?? 0) >= needed,
      rested: (from, until) => {
        quiet.fill(0, from, until);
        counts = sums(quiet);
      },
    };
  };

function sums(quiet: Uint8Array): Int32Array {
  const counts = new Int32Array(quiet.length + 1);
  for (const [slot, one] of quiet.entries()) counts[slot + 1] = (counts[slot] ?? 0) + one;
  return counts;
}

/** The learned rule. Where a machine has network and disk, today's test of four hours of them is a veto. */
export const judgeByRisk =
  (atMost: number, risk = (evidence: Evidence) => riskOf(evidence, '8')) =>
  (machine: Machine): Judge => {
    const life = lifeOf(machine);
    const veto = judgeByWindow(fixedWindow(4, { cpuBelow: Number.POSITIVE_INFINITY }))(machine);
    const hasSignals = machine.network !== null;
    return {
      isIdle: (slot) => {
        const evidence = hasSignals && !veto.isIdle(slot) ? null : life.evidence(slot);
        return evidence !== null && risk(evidence) <= atMost;
      },
      rested: veto.rested,
    };
  };
