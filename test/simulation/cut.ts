import { hours } from '../../lib/model/time/time.ts';
import { faultKinds } from './engine/faults.ts';
import { startsAs } from './oracle/true-protection.ts';
import type { Scenario } from './scenario.ts';
import { isSpellKind, spellKinds } from './spell.ts';

/** The parts that can be removed from a scenario to make a failure smaller, by name. */
export const parts = [
  ...faultKinds,
  'outages',
  'tick-faults',
  'latency',
  'skew',
  'things',
  'blind-spells',
  'meddling',
  'policy-changes',
  'silences',
  'overrides',
  'answers',
  'closings',
  'past-faults',
  'connections',
  ...spellKinds,
] as const;
export type CutPart = (typeof parts)[number];
export const isPart = (name: string): name is CutPart => parts.some((part) => part === name);

/** A smaller form of a seed's scenario; short enough for a command line. */
export type Cut = {
  readonly hours?: number;
  /** The VMs that stay, as "project/vm". */
  readonly vms?: readonly string[];
  readonly without?: readonly CutPart[];
};

export const nameOf = ({ project, id }: Scenario['vms'][number]): string => `${project}/${id}`;

export function cutScenario(scenario: Scenario, cut: Cut): Scenario {
  const span = cut.hours === undefined ? scenario.span : hours(cut.hours);
  const vms =
    cut.vms === undefined ? scenario.vms : scenario.vms.filter((vm) => cut.vms?.includes(nameOf(vm)));
  const kept = (cut.without ?? []).reduce(without, { ...scenario, span, vms });
  const projects = kept.projects.filter((project) =>
    [...kept.vms, ...kept.things].some((one) => one.project === project),
  );
  const { vms: _, ...ofAll } = cut;
  const connections = kept.connections?.map((plan) => ({
    ...plan,
    scenario: cutScenario(plan.scenario, ofAll),
  }));
  return { ...kept, projects, ...(connections && { connections }) };
}

function without(scenario: Scenario, part: CutPart): Scenario {
  const { faults, ticks, policies, spells } = scenario;
  if (isSpellKind(part)) return { ...scenario, spells: spells.filter(({ kind }) => kind !== part) };
  switch (part) {
    case 'outages':
      return { ...scenario, faults: { ...faults, outages: [] } };
    case 'tick-faults':
      return { ...scenario, ticks: { missing: 0, late: 0, duplicate: 0, actLag: ticks.actLag } };
    case 'latency':
      return { ...scenario, hasLatency: false };
    case 'skew':
      return { ...scenario, skew: hours(0) };
    case 'things':
      return { ...scenario, things: [] };
    case 'blind-spells':
      return { ...scenario, blindSpells: [] };
    case 'meddling':
      return { ...scenario, meddling: 0 };
    case 'policy-changes':
      return { ...scenario, policies: [policies[0]] };
    case 'silences':
      return { ...scenario, silences: [] };
    case 'overrides':
      return { ...scenario, overrides: [] };
    case 'answers':
      return { ...scenario, answering: { ...scenario.answering, approve: 0, deny: 0 } };
    case 'closings':
      return { ...scenario, closings: [] };
    case 'connections': {
      const { connections: _, ...alone } = scenario;
      const [first, ...later] = policies;
      return { ...alone, policies: [ofNoConnection(first), ...later.map(ofNoConnection)] };
    }
    case 'past-faults':
      return scenario.past === undefined
        ? scenario
        : { ...scenario, past: { ...scenario.past, gaps: [], weeksLostAfter: null } };
    default:
      return { ...scenario, faults: { ...faults, rates: { ...faults.rates, [part]: 0 } } };
  }
}

/** Leaves rules about other connections out, as oracles of a single connection judge every rule that there is. */
function ofNoConnection<Change extends Scenario['policies'][number]>(change: Change): Change {
  const rules = change.policy.rules.flatMap((rule) => {
    const { connection = '', ...match } = rule.match;
    return startsAs(connection, '') ? [{ ...rule, match }] : [];
  });
  return { ...change, policy: { ...change.policy, rules } };
}

/** Returns the command that runs a seed again, cut or whole. */
export function commandFor(
  seed: number,
  { hours: long, vms, without: left }: Cut,
  cloud?: Scenario['cloud'],
): string {
  const words = [`npm run simulate -- --seed ${seed}`];
  if (cloud !== undefined) words.push(`--${cloud}`);
  if (long !== undefined) words.push(`--hours ${long}`);
  if (vms !== undefined) words.push(`--vms ${vms.join(',')}`);
  if (left !== undefined && left.length > 0) words.push(`--without ${left.join(',')}`);
  return words.join(' ');
}
