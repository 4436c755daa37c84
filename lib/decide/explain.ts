import type { Observation } from '../model/facts/observation.ts';
import { castToVmId, isEstimated, priceNow, type Resource } from '../model/facts/resource.ts';
import type { Subject } from '../model/ids.ts';
import { wholly } from '../model/money/estimate.ts';
import { priceInWords } from '../model/money/money.ts';
import { subjectParts } from '../model/subject.ts';
import { type Instant, isoSecond, latest } from '../model/time/time.ts';
import { evaluate } from '../rules/judges.ts';
import { findClaim } from '../rules/kept-until.ts';
import { judgedKinds, type Rule } from '../rules/terms.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import type { Decision } from '../state/intent.ts';
import { claimInWords } from '../state/override.ts';
import { judgeSteps } from './actions/judge-steps.ts';
import { followVerdicts } from './alerts/follow-verdicts.ts';
import { createProgress } from './progress.ts';
import { findResource } from './subjects.ts';
import { buildTurnFacts, judgeSight } from './turn-facts.ts';
import type { Past, TurnInput } from './turn-input.ts';

/** The history of a target up to and including its last observation, as far back as the rules need, oldest first. */
export type ExplainedPast = Pick<Past, 'samplings' | 'use' | 'hours'>;

/** The input of an explanation: the current head and everything that its rules read. */
export type ExplainInput = Pick<TurnInput, 'head' | 'fleet' | 'policy' | 'intervals'> & {
  readonly past: ExplainedPast;
};

/** The path from a rule to its verdicts and decisions on a subject. */
export type Explanation = {
  readonly rule: Rule;
  readonly subject: Subject;
  /** The time of the facts; `null` when the subject was never seen. */
  readonly at: Instant | null;
  readonly facts: readonly string[];
  readonly verdicts: readonly Verdict[];
  /** The reason why the rule has no verdict; `null` when it has one. */
  readonly silentBecause: string | null;
  readonly alerts: readonly Alert[];
  readonly decisions: readonly Decision[];
};

/**
 * Explains each rule's verdicts on a subject, and the decisions that would follow if the last observation were
 * repeated. It judges and decides as a turn does, and stores nothing.
 */
export function explain(context: ExplainInput, subject: Subject): Explanation[] {
  const { head, policy } = context;
  const currentRun = head.observation === null ? dryRunUnseen(context) : dryRun(context, head.observation);
  return policy.rules.map((rule) => {
    const current = selectVerdictsAndDecisions(currentRun, rule, subject);
    const sampled =
      current.verdicts.length === 0 && rule.kind === 'idle' ? findLastSampled(context, subject) : null;
    const earlierRun = sampled && dryRun(context, sampled);
    const selected = earlierRun === null ? current : selectVerdictsAndDecisions(earlierRun, rule, subject);
    const seenAt = (earlierRun === null ? head.observation : earlierRun.observation)?.at ?? null;
    return {
      rule,
      subject,
      at: seenAt,
      facts: factsInWords(context, subject, seenAt === head.observation?.at ? null : seenAt),
      ...selected,
      silentBecause: selected.verdicts.length === 0 ? explainNoVerdict(rule, subject, head) : null,
      alerts: head.alerts.filter((alert) => alert.rule === rule.name && alert.subject === subject),
    };
  });
}

type Run = {
  readonly observation: Observation | null;
  readonly verdicts: readonly Verdict[];
  readonly decisions: readonly Decision[];
};

function selectVerdictsAndDecisions({ verdicts, decisions }: Run, { name }: Rule, subject: Subject) {
  const isAboutSubject = (it: Verdict | Decision) => it.rule === name && it.subject === subject;
  return { verdicts: verdicts.filter(isAboutSubject), decisions: decisions.filter(isAboutSubject) };
}

/** Judges and decides as the turn of an observation did, with the usage samples of that turn and earlier ones. */
function dryRun(context: ExplainInput, seen: Observation): Run {
  const { head, past, policy } = context;
  const { at } = seen;
  const sample = past.samplings.find((sampling) => sampling.at === at);
  const observation =
    seen.kind === 'project' && sample !== undefined ? { ...seen, usage: [...sample.usage] } : seen;
  const samplings = past.samplings.filter((sampling) => sampling.at < at);
  const { meters } = head;
  if (meters === null) return dryRunUnseen(context);
  const facts = buildTurnFacts({ ...context, past: { ...past, samplings } }, observation, {
    ...head,
    meters,
  });
  const judged = evaluate(policy.rules, facts);
  const steps = observation.kind === 'project' ? judgeSteps(head, judged, observation, context) : [];
  const sight = judgeSight(context, head, head.polledAt, head.polledAt ?? observation.at);
  const verdicts = [...judged, ...sight, ...steps];
  const { decisions } = followVerdicts(createProgress(head), verdicts, { ...context, observation, now: at });
  return { observation, verdicts, decisions };
}

/** Judges a target that was never observed, by the rules on how long it has not been seen. */
function dryRunUnseen(context: ExplainInput): Run {
  const { head } = context;
  const now = head.polledAt;
  if (now === null) return { observation: null, verdicts: [], decisions: [] };
  const verdicts = judgeSight(context, head, now, now);
  const { decisions } = followVerdicts(createProgress(head), verdicts, {
    ...context,
    observation: null,
    now,
  });
  return { observation: null, verdicts, decisions };
}

/**
 * Returns the last observation as of the time when the VM's newest usage samples were read, and an idle rule last
 * judged it.
 */
function findLastSampled({ past, head }: ExplainInput, subject: Subject): Observation | null {
  const resource = findResource(head, subject);
  if (resource?.kind !== 'vm' || head.observation === null) return null;
  const vm = castToVmId(resource);
  const last = past.samplings.findLast(({ usage }) => usage.some((sample) => sample.vm === vm));
  return last === undefined ? null : { ...head.observation, at: last.at };
}

function explainNoVerdict(rule: Rule, subject: Subject, { observation }: Head): string {
  const isResource = subjectParts(subject).resource !== null;
  const isOnResource = judgedKinds(rule) !== null;
  if (isOnResource && !isResource) return 'not applicable: watches individual resources';
  if (!isOnResource && isResource) return 'not applicable: watches projects and accounts';
  if (observation === null && rule.kind !== 'freshness') return 'it has never been observed';
  const samples =
    rule.kind === 'idle' ? 'it has no usage sample yet' : 'the last poll did not show it completely';
  return `the match of the rule excludes it, it is of another kind, or ${samples}`;
}

function formatPrice(resource: Resource): string {
  const price = priceNow(resource);
  if (price === null) return 'no price shown';
  return `${priceInWords(price)}${isEstimated(resource) ? wholly : ''}`;
}

function factsInWords({ head, fleet }: ExplainInput, subject: Subject, judgedAt: Instant | null): string[] {
  const { observation, failedPolls, failedBecause } = head;
  if (observation === null) return [`never observed: ${failedBecause ?? 'no poll was made'}`];
  const missing = observation.missing.map(({ part, because }) => `${part} missing (${because})`);
  const parts = observation.kind === 'group' ? [`${observation.members.length} projects`] : observation.seen;
  const resource = findResource(head, subject);
  // Overrides placed since the poll count too.
  const claimedUntil = fleet.overrides.reduce((last, { at }) => latest(last, at), observation.at);
  const claimed =
    resource === undefined ? '' : claimInWords(findClaim(subject, resource, fleet.overrides, claimedUntil));
  return [
    `seen at ${isoSecond(observation.at)}: ${[parts.join(', '), ...missing].filter(Boolean).join('; ')}`,
    ...(failedPolls === 0
      ? []
      : [`${failedPolls} ${failedPolls === 1 ? 'poll' : 'polls'} failed since then: ${failedBecause}`]),
    ...(resource === undefined
      ? []
      : [[`${resource.kind} ${resource.state}`, formatPrice(resource), claimed].filter(Boolean).join(', ')]),
    ...(resource?.expiresAt
      ? [`expires at ${isoSecond(resource.expiresAt)}: the platform then deletes it`]
      : []),
    ...(judgedAt === null ? [] : [`its last usage samples are from the poll at ${isoSecond(judgedAt)}`]),
  ];
}
