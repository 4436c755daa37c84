import { chanceBy, termsOf, type Weights } from '../../../lib/evaluate/learned/risk.ts';
import { type Machine, slotsAnHour } from './fleet.ts';
import { lifeOf, useOf } from './machine-life.ts';
import { fitLogistic, type Row } from './newton.ts';
import { nextUse } from './replay.ts';

/** How each term must tell: more of it raises the risk. */
const signs = [1, 1, 1, 1, 1, 1];
/** The risks at which VMs are stopped in a replay, and the number of replays. */
const risks = [0.01, 0.02, 0.05, 0.1, 0.2];
const rounds = 3;

/** An hour at which a VM can be judged; the slot in which it is used next. */
type Look = Row & { readonly slot: number; readonly usedAt: number };

/** Every hour of a VM that can be judged, and whether it is used within the time. */
export function looksOf(machine: Machine, horizon: number): readonly Look[] {
  const life = lifeOf(machine);
  const inUse = useOf(machine);
  const next = nextUse(inUse);
  const looks: Look[] = [];
  for (let slot = slotsAnHour - 1; slot + horizon * slotsAnHour < inUse.length; slot += slotsAnHour) {
    const evidence = life.evidence(slot, horizon);
    if (evidence === null) continue;
    const usedAt = next[slot + 1] ?? inUse.length;
    const isTrue = usedAt <= slot + horizon * slotsAnHour;
    looks.push({ slot, usedAt, terms: termsOf(evidence), isTrue, count: 1 });
  }
  return looks;
}

/**
 * Fits the weights, rounded as they are stored. A VM is stopped the first time that its risk is low enough, and by
 * weights that are fitted on all hours, such moments are followed by use more often than the risk states. So the
 * moments of the stops that the last weights would have made count as much as all hours, in each of the rounds.
 */
export function weightsOf(fleet: readonly (readonly Look[])[]): Weights {
  const hours = fleet.flat();
  let weights = fitted(hours);
  for (let round = 0; round < rounds; round += 1) {
    const last = weights;
    const stops = fleet.flatMap((looks) => risks.flatMap((risk) => stopsOf(looks, last, risk)));
    const count = hours.length / stops.length;
    weights = fitted([...hours, ...stops.map((stop) => ({ ...stop, count }))]);
  }
  return weights.map((weight) => Math.round(weight * 10_000) / 10_000);
}

/** Returns the moments of the stops of a VM at a risk. After a stop it comes back when it is next used. */
function stopsOf(looks: readonly Look[], weights: Weights, risk: number): readonly Look[] {
  let back = 0;
  return looks.filter(({ slot, terms, usedAt }) => {
    if (slot < back || chanceBy(weights, terms) > risk) return false;
    back = usedAt;
    return true;
  });
}

/**
 * Fits a logistic regression. A term that would tell the wrong way is left out: without it, a gap in the samples could
 * lower the risk.
 */
function fitted(rows: readonly Row[], kept: readonly number[] = signs): Weights {
  const masked = rows.map(({ terms, ...row }) => ({
    ...row,
    terms: terms.map((term, index) => (kept[index] === 0 ? 0 : term)),
  }));
  const [constant = 0, ...weights] = fitLogistic(masked);
  const right = kept.map((sign, index) => ((weights[index] ?? 0) * sign < 0 ? 0 : sign));
  if (right.some((sign, index) => sign !== kept[index])) return fitted(rows, right);
  return [constant, ...weights];
}
