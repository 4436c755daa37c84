import { usualMeaning } from '../../../lib/model/facts/use-history.ts';
import { computeSpan, hours } from '../../../lib/model/time/time.ts';
import { allowedRisk } from '../../../lib/rules/idle/learned/judge-learned.ts';
import { computeStopRisk } from '../../../lib/rules/idle/learned/risk.ts';
import { leastKnown } from '../../../lib/rules/idle/terms.ts';
import { PastStop } from '../../../lib/state/intent.ts';
import { type Machine, slotsADay, slotsAnHour } from './fleet.ts';
import { endOf, type Life, lifeOf } from './machine-life.ts';
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

export const fixedWindow = (count: number, others: Partial<Window> = {}): Window => ({
  slots: count * slotsAnHour,
  percentile: 97,
  cpuBelow: 10,
  signals: true,
  ...others,
});

/** The clouds' own definitions, as far as CPU shows: their network parts count as met. */
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

/**
 * The learned rule, of which one VM is a project: wrong stops of it make the rule more careful, as it runs; `isTold: false`
 * leaves that out. Where a machine has network and disk, the test of four hours of them is a veto.
 */
export const judgeByRisk =
  (percent: number, { isTold = true } = {}) =>
  (machine: Machine): Judge => {
    const life = lifeOf(machine);
    const veto = judgeByWindow(fixedWindow(4, { cpuBelow: Number.POSITIVE_INFINITY }))(machine);
    const hasSignals = machine.network !== null;
    const learned = { within: hours(8), inUse: usualMeaning.cpu, risk: percent, untilKnown: null };
    let stop: PastStop = aStop;
    return {
      isIdle: (slot) => {
        if (hasSignals && !veto.isIdle(slot)) return false;
        const risk = (riskOf(life, slot) ?? 1) * 100;
        if (risk > percent) return false;
        return risk <= allowedRisk({ name: stop.rule, learned }, stop.subject, [stop], endOf(slot)).risk;
      },
      rested: (from, until) => {
        veto.rested(from, until);
        life.rested(from, until);
      },
      learned: (slot, wasWrong) => {
        const at = endOf(slot);
        if (isTold)
          stop = { ...stop, made: [...stop.made, at], wrong: [...stop.wrong, ...(wasWrong ? [at] : [])] };
      },
    };
  };

const aStop = PastStop.parse({
  subject: 'project/lab/vm/box',
  rule: 'learned',
  stoppedAt: endOf(0),
  startedAgainAt: null,
  ours: true,
});

/** Returns the risk at the end of a slot, of a VM that has been known for long enough. */
export function riskOf(life: Life, slot: number): number | null {
  const stretches = life.stretches();
  const first = stretches[0];
  if (first === undefined || computeSpan(first.from, endOf(slot)) < leastKnown) return null;
  return computeStopRisk(stretches, endOf(slot), hours(8), life.load(slot))?.risk ?? null;
}
