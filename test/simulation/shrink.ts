import { isDeepStrictEqual } from 'node:util';
import { type Cut, type CutPart, cutScenario, nameOf, parts } from './cut.ts';
import type { Violation } from './oracle/violation.ts';
import type { Scenario } from './scenario.ts';

/** Runs a scenario and returns the violations. */
export type Try = (scenario: Scenario) => Promise<readonly Violation[]>;

export type Shrunk = { readonly cut: Cut; readonly violation: Violation };

const hour = 3_600_000;

/**
 * Makes a failing scenario smaller, with less time and fewer VMs and faults, while the same invariant is broken. It
 * is greedy, since each try is a whole run.
 */
export async function shrink(scenario: Scenario, violation: Violation, tryIt: Try): Promise<Shrunk> {
  const least = async (cut: Cut): Promise<Violation | undefined> => {
    const found = await tryIt(cutScenario(scenario, cut));
    return found.find(({ invariant }) => invariant === violation.invariant);
  };
  let best: Shrunk = { cut: {}, violation };
  for (let grew = true; grew; ) {
    grew = false;
    for (const cut of smaller(best, scenario)) {
      const still = await least(cut);
      if (still === undefined) continue;
      best = { cut, violation: still };
      grew = true;
      break;
    }
  }
  return best;
}

function* smaller({ cut, violation }: Shrunk, scenario: Scenario): Generator<Cut> {
  const upTo = Math.ceil((violation.at - scenario.start) / hour) + 1;
  if (upTo < (cut.hours ?? scenario.span / hour)) yield { ...cut, hours: upTo };
  const left: readonly CutPart[] = cut.without ?? [];
  const kept = cutScenario(scenario, cut);
  for (const part of parts) {
    if (!left.includes(part) && hasPart(kept, part)) yield { ...cut, without: [...left, part] };
  }
  const names = kept.vms.map(nameOf);
  for (const name of names)
    if (names.length > 1) yield { ...cut, vms: names.filter((other) => other !== name) };
}

const hasPart = (scenario: Scenario, part: CutPart): boolean =>
  !isDeepStrictEqual(cutScenario(scenario, { without: [part] }), scenario);
