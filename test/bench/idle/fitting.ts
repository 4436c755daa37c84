import { chanceBy, termsOf, type Weights } from '../../../lib/evaluate/learned/risk.ts';
import { type Machine, slotsAnHour } from './fleet.ts';
import { lifeOf, useOf } from './machine-life.ts';
import { fitLogistic, type Row } from './newton.ts';
import { nextUse, replay, sumOf, wrongOf } from './replay.ts';
import { judgeByRisk } from './rules.ts';

const guards = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
const groups = [0, 1, 2, 3];
/** How each term must tell: more of the third, the hours of quiet, lowers the risk, and more of any other raises it. */
const signs = [1, 1, -1, 1, 1];
export const risk = 0.05;

/** Every hour of a VM that can be judged, and whether it is used within the time. */
export function rowsOf(machine: Machine, horizon: number): readonly Row[] {
  const life = lifeOf(machine);
  const inUse = useOf(machine);
  const next = nextUse(inUse);
  const rows: Row[] = [];
  for (let slot = slotsAnHour - 1; slot + horizon * slotsAnHour < inUse.length; slot += slotsAnHour) {
    const evidence = life.evidence(slot, horizon);
    if (evidence === null) continue;
    const isTrue = (next[slot + 1] ?? inUse.length) <= slot + horizon * slotsAnHour;
    rows.push({ terms: termsOf(evidence), isTrue });
  }
  return rows;
}

/** Fits the weights, rounded as they are stored. A term that would tell the wrong way is left out: without it, a gap in the samples could lower the risk. */
export function weightsOf(rows: readonly Row[], kept: readonly number[] = signs): Weights {
  const masked = rows.map(({ terms, isTrue }) => ({
    terms: terms.map((term, index) => (kept[index] === 0 ? 0 : term)),
    isTrue,
  }));
  const [constant = 0, ...weights] = fitLogistic(masked);
  const right = kept.map((sign, index) => ((weights[index] ?? 0) * sign < 0 ? 0 : sign));
  if (right.some((sign, index) => sign !== kept[index])) return weightsOf(rows, right);
  return [constant, ...weights].map((weight) => Math.round(weight * 10_000) / 10_000);
}

/**
 * Returns the largest guard with which no quarter of the machines has more than 5 % wrong of its stops at a risk of 5 %, each by weights
 * that were fitted on the other three: another fleet may differ from this one as its quarters do from each other.
 */
export function guardFor(machines: readonly Machine[]): number {
  const rows = new Map(machines.map((machine) => [machine, rowsOf(machine, 8)]));
  const isIn =
    (group: number) =>
    ({ vm }: Machine) =>
      (vm >> 1) % groups.length === group;
  const quarters = groups.map((group) => ({
    tried: machines.filter(isIn(group)),
    weights: weightsOf(
      machines.flatMap((machine) => (isIn(group)(machine) ? [] : (rows.get(machine) ?? []))),
    ),
  }));
  const found = guards.find((guard) =>
    quarters.every(({ tried, weights }) => {
      const judge = judgeByRisk(risk, (evidence) => chanceBy(weights, termsOf(evidence)) / guard);
      return wrongOf(sumOf(tried.map((machine) => replay(useOf(machine), judge(machine))))) <= risk * 100;
    }),
  );
  if (found === undefined) throw new Error('no guard is careful enough');
  return found;
}
