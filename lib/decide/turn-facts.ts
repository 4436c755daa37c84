import { buildSpend } from '../meter/meter-spend.ts';
import type { Observation } from '../model/facts/observation.ts';
import { usageByVm } from '../model/facts/usage-points.ts';
import { toTarget } from '../model/ids.ts';
import { type Instant, isoSecond } from '../model/time/time.ts';
import type { Facts } from '../rules/facts.ts';
import { evaluateSight } from '../rules/judges.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';
import { listRestarts } from './actions/restarts.ts';
import type { FleetContext } from './fleet-context.ts';
import { updateSignalsKnown } from './signals-known.ts';
import { computeProjectFalls, type HeldFigure, heldFigures } from './source-falls.ts';
import type { Past, TurnInput } from './turn-input.ts';

type FactsInput = Pick<TurnInput, 'head'> & {
  readonly policy: Pick<Policy, 'timezone' | 'rules'>;
  readonly fleet: Pick<FleetContext, 'atRisk' | 'overrides' | 'sources'>;
  readonly past: Pick<Past, 'samplings' | 'use' | 'hours'>;
};

/** Returns the facts that rules judge an observation by, with the spend that was metered up to it. */
export const buildTurnFacts = (
  { head, policy, past, fleet }: FactsInput,
  observation: Observation,
  spend: Parameters<typeof buildSpend>[1],
): Facts => {
  const usages = usageByVm(observation.kind === 'project' ? [...past.samplings, observation] : []);
  const signals = updateSignalsKnown(head, observation, usages, fleet.overrides);
  return {
    target: toTarget(head.target),
    observation,
    zone: policy.timezone,
    spend: buildSpend(observation, spend),
    usages,
    signals,
    ...judgeFalls({ head, policy, fleet }, observation, usages, signals),
    use: past.use,
    stops: head.stops,
    restarts: listRestarts(head.alerts),
    hours: past.hours,
    atRisk: fleet.atRisk,
    overrides: fleet.overrides,
  };
};

/** Returns the falls of a project's VMs after an observation, and in words those that are not believed. */
function judgeFalls(
  { head, policy, fleet }: Omit<FactsInput, 'past'>,
  observation: Observation,
  usages: Facts['usages'],
  signals: Facts['signals'],
): Pick<Facts, 'falls' | 'doubted'> {
  const falls = computeProjectFalls(head.falls, observation, usages);
  if (Object.keys(falls).length === 0) return { falls };
  const deferredUsage = { rules: 0, of: { ...head.deferredUsage?.of, ...indexNewestSlots(observation) } };
  const after = { ...head, observation, falls, deferredUsage, signalsKnownAt: signals };
  const { sources: elsewhere, overrides } = fleet;
  const held = heldFigures(after, { elsewhere, policy, overrides, now: observation.at });
  return { falls, doubted: new Map([...held].map(([vm, heldFigure]) => [vm, heldInWords(heldFigure)])) };
}

/** Returns the end of the newest usage slot of each sampled VM. */
const indexNewestSlots = (observation: Observation): NonNullable<Head['deferredUsage']>['of'] =>
  Object.fromEntries(
    (observation.kind === 'project' ? observation.usage : []).flatMap(({ vm, points }) => {
      const until = points.at(-1)?.at;
      return until === undefined ? [] : [[vm, { until, again: until }] as const];
    }),
  );

const figureNames = { cpu: 'CPU', network: 'network', disk: 'disk', gpu: 'GPU use' } as const;

function heldInWords({ figure, held }: HeldFigure) {
  const since = `since ${isoSecond(held.from)}`;
  const name = figureNames[figure];
  if (held.kind === 'waits')
    return {
      because: `not enough data: its ${name} is exactly 0 ${since}, and it is not known yet whether that of other VMs fell at the same time`,
      fact: null,
    };
  const fell = `${held.fallen} of ${held.of} VMs of its source fell to exactly 0 ${name} at the same time`;
  return {
    because: `not believed: ${fell}, ${since}; a source that fails looks the same. It counts once somebody confirms it with spendwatch believe, once one of them shows use, or after 24 h`,
    fact: `whether it is idle, as its ${name} fell to exactly 0 with that of other VMs of its source`,
  };
}

/**
 * Returns the facts of a target's last observation, for rules that need no history; `null` when it was never observed.
 */
export function factsNow(head: Head, policy: FactsInput['policy'], fleet: FactsInput['fleet']): Facts | null {
  const { observation, meters } = head;
  if (observation === null || meters === null) return null;
  const past = { samplings: [], hours: null };
  return buildTurnFacts({ head, policy, fleet, past }, observation, { ...head, meters });
}

/** Judges how long a target has not been observed; `polledBefore` is the time of the poll before. */
export const judgeSight = (
  { policy, fleet, intervals }: Pick<TurnInput, 'policy' | 'fleet' | 'intervals'>,
  head: Head,
  polledBefore: Head['polledAt'],
  now: Instant,
): Verdict[] =>
  evaluateSight(policy.rules, {
    target: toTarget(head.target),
    now,
    head,
    unsupported: head.unsupported,
    polledBefore,
    targets: fleet.targets,
    intervals,
  });
