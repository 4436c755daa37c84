import type { Resource } from '../../model/facts/resource.ts';
import type { Target } from '../../model/ids.ts';
import { matchesResource, matchesTarget } from '../../model/rules/match.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { mayAct, type Rule } from '../../model/rules/rule.ts';
import type { Instant } from '../../model/time/time.ts';

/** What the rules of a policy rest on, beside what is always looked at. */
export type PolicyNeeds = {
  /** Reported spend of projects, and of billing accounts. */
  readonly projectSpend: boolean;
  readonly accountSpend: boolean;
  /** What each resource costs an hour. */
  readonly prices: boolean;
  readonly samples: boolean;
  readonly metadata: boolean;
  /** When VMs came to be, to leave the young ones alone. */
  readonly ages: boolean;
  /** Whether anything would be stopped, and not only said. */
  readonly stops: boolean;
};

export function needsOf({ rules, protect }: Policy): PolicyNeeds {
  const spend = rules.filter((rule) => rule.kind === 'budget' || rule.kind === 'reconcile');
  const stops = rules.some(wouldStop);
  const byMetadata = [...rules, ...protect.flatMap((one) => (one.kind === 'matching' ? [one] : []))];
  return {
    projectSpend: spend.some(({ match }) => match.account === undefined),
    accountSpend: spend.some(({ match }) => match.account !== undefined),
    prices: rules.some(isPriced),
    samples: rules.some(({ kind }) => kind === 'idle'),
    metadata: stops || byMetadata.some(({ match }) => match.metadata !== undefined),
    ages: stops && protect.some(({ kind }) => kind === 'younger-than'),
    stops,
  };
}

const isPriced = (rule: Rule): boolean =>
  rule.kind === 'budget' ? rule.basis === 'projected' : rule.kind === 'rate' || rule.kind === 'anomaly';

const wouldStop = (rule: Rule): boolean => mayAct(rule) && rule.mode === 'enforce' && rule.then.length > 0;

/** Whether the policy would have anything in a project stopped. */
export const wouldStopIn = ({ rules }: Policy, target: Target): boolean =>
  rules.some((rule) => wouldStop(rule) && matchesTarget(rule.match, target));

/** Whether an idle rule speaks of a VM. */
export const isJudgedIdle = ({ rules }: Policy, target: Target, vm: Resource, now: Instant): boolean =>
  rules.some((rule) => rule.kind === 'idle' && matchesResource(rule.match, target, vm, now));
