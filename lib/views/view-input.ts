import type { FleetContext } from '../decide/fleet-context.ts';
import type { Facts } from '../evaluate/facts.ts';
import { spendOf } from '../meter/spend-of.ts';
import type { Control } from '../model/control.ts';
import type { Head } from '../model/head.ts';
import { targetOf } from '../model/ids.ts';
import type { Override } from '../model/override.ts';
import type { Policy, PolicyFault } from '../model/rules/policy.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';

/** The inputs of a view, beside the heads. */
export type ViewInput = {
  readonly policy: Policy;
  /** The reason why it is not the policy of the file; `null` when it is. */
  readonly policyFault: PolicyFault | null;
  readonly control: Control;
  /** The active overrides. */
  readonly overrides: readonly Override[];
  readonly intervals: Intervals;
  readonly now: Instant;
};

/** Returns the facts that rules judge a target by, from its head; `null` when it was never observed. */
export function factsNow(
  { target, observation, meters, report, days }: Head,
  { timezone }: Policy,
  { atRisk }: Pick<FleetContext, 'atRisk'>,
): Facts | null {
  if (observation === null || meters === null) return null;
  return {
    target: targetOf(target),
    observation,
    zone: timezone,
    spend: spendOf(observation, { meters, report, days }),
    samplings: [],
    stops: [],
    hours: null,
    atRisk,
    // Views judge budgets and accounts, which no override changes.
    overrides: [],
  };
}
