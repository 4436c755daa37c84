import type { Fact } from '../model/facts/fact.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { Target } from '../model/ids.ts';
import { matchesResource, matchesTarget } from '../model/rules/match.ts';
import type { Match } from '../model/rules/rule-terms.ts';
import type { Instant } from '../model/time/time.ts';
import { mayAct, needsOfRule, type Rule } from '../rules/terms.ts';
import type { Policy } from './policy.ts';

/** The facts of the cloud that a policy needs, and whether any of its rules acts in enforce mode. */
export type PolicyNeeds = { readonly facts: ReadonlySet<Fact>; readonly stops: boolean };

export function computePolicyNeeds({ rules, protect }: Policy): PolicyNeeds {
  const stops = rules.some(wouldStop);
  const protections = protect.flatMap((protection): readonly Fact[] => {
    if (protection.kind === 'matching') return factsOfMatch(protection.match);
    return protection.kind === 'younger-than' && stops ? ['times of creation'] : [];
  });
  // The metadata of a resource may protect it from a stop.
  const ofStops: readonly Fact[] = stops ? ['metadata'] : [];
  return { facts: new Set([...rules.flatMap(factsOfRule), ...protections, ...ofStops]), stops };
}

/** Returns the facts of the cloud that a rule needs. */
export function factsOfRule(rule: Rule): readonly Fact[] {
  const { facts = [], samples } = needsOfRule(rule);
  return [...facts, ...(samples === undefined ? [] : ['usage of VMs' as const]), ...factsOfMatch(rule.match)];
}

const factsOfMatch = ({ metadata, olderThan }: Match): readonly Fact[] => [
  ...(metadata === undefined ? [] : ['metadata' as const]),
  ...(olderThan === undefined ? [] : ['times of creation' as const]),
];

/** True if a rule acts, in enforce mode. */
export const wouldStop = (rule: Rule): boolean =>
  mayAct(rule) && rule.mode === 'enforce' && rule.then.length > 0;

/** True if the policy would stop anything in a project. */
export const wouldStopTargetResources = ({ rules }: Policy, target: Target): boolean =>
  rules.some((rule) => wouldStop(rule) && matchesTarget(rule.match, target));

/** True if an idle rule matches a VM. */
export const isJudgedIdle = (
  { rules }: Pick<Policy, 'rules'>,
  target: Target,
  vm: Resource,
  now: Instant,
): boolean => rules.some((rule) => rule.kind === 'idle' && matchesResource(rule.match, target, vm, now));

/** True if an idle rule matches a VM, or would if it did not exclude VMs by their number of GPUs. */
export const isMeantIdle = (
  { rules }: Pick<Policy, 'rules'>,
  target: Target,
  vm: Resource,
  now: Instant,
): boolean =>
  rules.some(
    (rule) => rule.kind === 'idle' && matchesResource({ ...rule.match, gpus: undefined }, target, vm, now),
  );
