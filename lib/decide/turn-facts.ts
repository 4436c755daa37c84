import { spendOf } from '../meter/meter-spend.ts';
import type { Observation } from '../model/facts/observation.ts';
import { usageByVm } from '../model/facts/usage-points.ts';
import { targetOf } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';
import type { Facts } from '../rules/facts.ts';
import { evaluateSight } from '../rules/judges.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';
import { restartsIn } from './actions/restarts.ts';
import type { FleetContext } from './fleet-context.ts';
import { signalsKnownAt } from './signals-known.ts';
import type { Past, TurnInput } from './turn-input.ts';

type FactsInput = Pick<TurnInput, 'head'> & {
  readonly policy: Pick<Policy, 'timezone'>;
  readonly fleet: Pick<FleetContext, 'atRisk' | 'overrides'>;
  readonly past: Pick<Past, 'samplings' | 'use' | 'hours'>;
};

/** Returns the facts that rules judge an observation by, with the spend that was metered up to it. */
export const factsOf = (
  { head, policy, past, fleet }: FactsInput,
  observation: Observation,
  spend: Parameters<typeof spendOf>[1],
): Facts => {
  const usages = usageByVm(observation.kind === 'project' ? [...past.samplings, observation] : []);
  return {
    target: targetOf(head.target),
    observation,
    zone: policy.timezone,
    spend: spendOf(observation, spend),
    usages,
    signals: signalsKnownAt(head, observation, usages, fleet.overrides),
    use: past.use,
    stops: head.stops,
    restarts: restartsIn(head.alerts),
    hours: past.hours,
    atRisk: fleet.atRisk,
    overrides: fleet.overrides,
  };
};

/** Returns the facts of a target's last observation, for rules that need no history; `null` when it was never observed. */
export function factsNow(head: Head, policy: FactsInput['policy'], fleet: FactsInput['fleet']): Facts | null {
  const { observation, meters, report, days } = head;
  if (observation === null || meters === null) return null;
  const past = { samplings: [], hours: null };
  return factsOf({ head, policy, fleet, past }, observation, { meters, report, days });
}

/** Judges how long a target has not been observed; `polledBefore` is the time of the poll before. */
export const judgeSight = (
  { policy, fleet, intervals }: Pick<TurnInput, 'policy' | 'fleet' | 'intervals'>,
  head: Head,
  polledBefore: Head['polledAt'],
  now: Instant,
): Verdict[] =>
  evaluateSight(policy.rules, {
    target: targetOf(head.target),
    now,
    head,
    unsupported: head.unsupported,
    polledBefore,
    targets: fleet.targets,
    intervals,
  });
