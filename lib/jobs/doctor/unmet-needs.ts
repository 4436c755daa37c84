import { type CloudProfile, unsupportedAction, unsupportedFact } from '../../clouds/profile.ts';
import type { ActionKind } from '../../model/action-kind.ts';
import { getRestAction, getWakeAction } from '../../model/action-kind.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import type { ResourceKind } from '../../model/facts/resource.ts';
import { longestGaugeGap } from '../../model/facts/usage.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import { type Span, spanInWords } from '../../model/time/time.ts';
import { isOnResources, judgedKinds, type Rule } from '../../rules/terms.ts';
import type { Policy } from '../../state/policy.ts';
import { factsOfRule } from '../../state/policy-needs.ts';
import { type Finding, finding } from './finding.ts';

/** A rule that needs what its cloud does not support or what polls do not read; `index` is its index in the policy. */
export type UnmetNeed = {
  readonly rule: Rule;
  readonly index: number;
  readonly because: string;
  readonly remedy: string;
};

const otherCloud = 'remove the rule, or let it match what another cloud supports';

/**
 * Returns the needs of rules that the cloud of these connections cannot meet: facts, steps that it supports on no resource
 * of the rule, and use that it shows only to more frequent polls than every `pollEvery`.
 */
export const unmetNeeds = (
  { rules }: Pick<Policy, 'rules'>,
  cloud: CloudProfile,
  connections: readonly (ConnectionName | null)[],
  pollEvery: Span,
): UnmetNeed[] =>
  rules.flatMap((rule, index) => {
    if (!connections.some((name) => fitsGlob(rule.match.connection ?? '*', name ?? ''))) return [];
    const ofFacts = factsOfRule(rule).flatMap((fact) => {
      const because = unsupportedFact(cloud, fact);
      return because === null ? [] : [`needs ${fact}, which the cloud does not support: ${because}`];
    });
    return [
      ...[...new Set([...ofFacts, ...unmetSteps(rule, cloud)])].map((because) => ({
        rule,
        index,
        because,
        remedy: otherCloud,
      })),
      ...gaugesBetweenPolls(rule, cloud, pollEvery).map((unmet) => ({ rule, index, ...unmet })),
    ];
  });

/** Returns the unmet need of an idle rule if polls are too far apart for gauges: use between two readings is then unknown. */
function gaugesBetweenPolls(rule: Rule, { usage }: CloudProfile, pollEvery: Span) {
  if (rule.kind !== 'idle' || usage.as !== 'gauges' || pollEvery <= longestGaugeGap) return [];
  const because = `finds nothing idle: the cloud shows use only as it is at a poll, and polls are ${spanInWords(pollEvery)} apart, more than ${spanInWords(longestGaugeGap)}; poll every 5 minutes`;
  return [{ because, remedy: 'poll every 5 minutes (SPENDWATCH_POLL_INTERVAL=5m)' }];
}

function unmetSteps(rule: Rule, cloud: CloudProfile): string[] {
  if (!isOnResources(rule)) return [];
  const kinds = rule.match.kind === undefined ? (judgedKinds(rule) ?? []) : [rule.match.kind];
  return rule.then.flatMap(({ kind: step }) => {
    if (step === 'notify') return [];
    const reasons = kinds.map((kind) => unsupportedAction(cloud, toResourceAction(step, kind), kind));
    const [because] = reasons;
    return because == null || reasons.includes(null)
      ? []
      : [`its step ${step} is not supported by the cloud: ${because}`];
  });
}

/** Returns the action of a step on a kind of resource: the start of a machine is a power-on. */
const toResourceAction = (step: ActionKind, kind: ResourceKind): ActionKind => {
  if (step === 'stop') return getRestAction(kind) ?? step;
  return step === 'start' ? (getWakeAction(kind) ?? step) : step;
};

export const unmetFindings = (
  policy: Policy,
  cloud: CloudProfile,
  connection: ConnectionName | null,
  pollEvery: Span,
): Finding[] =>
  unmetNeeds(policy, cloud, [connection], pollEvery).map(({ rule, because, remedy }) =>
    finding('rule-needs', `rule "${rule.name}"`, {
      state: 'no',
      found: because,
      unwatched: 'this rule can never be evaluated',
      remedy,
    }),
  );
