import type { Resource } from '../model/facts/resource.ts';
import type { Target } from '../model/ids.ts';
import { matchesResource, matchesTarget } from '../model/rules/match.ts';
import type { Instant } from '../model/time/time.ts';
import { mayAct, needsOfRule, type Rule } from '../rules/terms.ts';
import type { Policy } from './policy.ts';

/** The data that the rules of a policy need, besides what every poll reads. */
export type PolicyNeeds = {
  /** Reported spend of projects, and of billing accounts. */
  readonly projectSpend: boolean;
  readonly accountSpend: boolean;
  /** Hourly prices of resources. */
  readonly prices: boolean;
  readonly samples: boolean;
  readonly metadata: boolean;
  /** Creation times of VMs, to protect young ones. */
  readonly ages: boolean;
  /** True if any rule acts, in enforce mode. */
  readonly stops: boolean;
};

export function needsOf({ rules, protect }: Policy): PolicyNeeds {
  const spend = rules.filter((rule) => needsOfRule(rule).spend);
  const stops = rules.some(wouldStop);
  const byMetadata = [...rules, ...protect.flatMap((one) => (one.kind === 'matching' ? [one] : []))];
  return {
    projectSpend: spend.some(({ match }) => match.account === undefined),
    accountSpend: spend.some(({ match }) => match.account !== undefined),
    prices: rules.some((rule) => needsOfRule(rule).prices),
    samples: rules.some((rule) => needsOfRule(rule).samples),
    metadata: stops || byMetadata.some(({ match }) => match.metadata !== undefined),
    ages: stops && protect.some(({ kind }) => kind === 'younger-than'),
    stops,
  };
}

/** Reports whether a rule acts, in enforce mode. */
export const wouldStop = (rule: Rule): boolean =>
  mayAct(rule) && rule.mode === 'enforce' && rule.then.length > 0;

/** Reports whether the policy would stop anything in a project. */
export const wouldStopIn = ({ rules }: Policy, target: Target): boolean =>
  rules.some((rule) => wouldStop(rule) && matchesTarget(rule.match, target));

/** Reports whether an idle rule matches a VM. */
export const isJudgedIdle = ({ rules }: Policy, target: Target, vm: Resource, now: Instant): boolean =>
  rules.some((rule) => rule.kind === 'idle' && matchesResource(rule.match, target, vm, now));

/** Reports whether an idle rule matches a VM, or would if it did not leave out VMs by their GPUs. */
export const isMeantIdle = (
  { rules }: Pick<Policy, 'rules'>,
  target: Target,
  vm: Resource,
  now: Instant,
): boolean =>
  rules.some(
    (rule) => rule.kind === 'idle' && matchesResource({ ...rule.match, gpus: undefined }, target, vm, now),
  );
