import { type Cut, type CutPart, cutScenario, nameOf, parts } from './cut.ts';
import type { Violation } from './oracle/violation.ts';
import type { Scenario } from './scenario.ts';
import { isSpellKind } from './spell.ts';

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

function hasPart(
  { faults, ticks, things, blindSpells, policies, ...scenario }: Scenario,
  part: CutPart,
): boolean {
  if (isSpellKind(part)) return scenario.spells.some(({ kind }) => kind === part);
  switch (part) {
    case 'outages':
      return faults.outages.length > 0;
    case 'tick-faults':
      return ticks.missing + ticks.late + ticks.duplicate > 0;
    case 'latency':
      return scenario.hasLatency;
    case 'skew':
      return scenario.skew !== 0;
    case 'things':
      return things.length > 0;
    case 'blind-spells':
      return blindSpells.length > 0;
    case 'meddling':
      return scenario.meddling > 0;
    case 'policy-changes':
      return policies.length > 1;
    case 'silences':
      return scenario.silences.length > 0;
    case 'overrides':
      return scenario.overrides.length > 0;
    case 'answers':
      return scenario.answering.approve + scenario.answering.deny > 0;
    case 'closings':
      return scenario.closings.length > 0;
    case 'connections':
      return scenario.connections !== undefined;
    case 'past-faults':
      return (scenario.past?.gaps.length ?? 0) > 0 || scenario.past?.weeksLostAfter != null;
    default:
      return faults.rates[part] > 0;
  }
}
