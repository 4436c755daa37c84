import { evaluate, evaluateSight } from '../evaluate/evaluate.ts';
import { spendOf } from '../meter/spend-of.ts';
import type { Alert } from '../model/alert.ts';
import type { Decision } from '../model/decision.ts';
import type { Sighting } from '../model/facts/observation.ts';
import { vmIdOf } from '../model/facts/resource.ts';
import type { Head } from '../model/head.ts';
import { type Subject, targetOf } from '../model/ids.ts';
import type { Policy } from '../model/rules/policy.ts';
import type { Rule } from '../model/rules/rule.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import { subjectParts } from '../model/subject.ts';
import type { Intervals } from '../model/time/intervals.ts';
import { type Instant, isoInstant } from '../model/time/time.ts';
import { judgeSteps } from './actions/judge-steps.ts';
import { followVerdicts } from './alerts/follow-verdicts.ts';
import type { Surroundings } from './fleet-context.ts';
import { progressFrom } from './progress.ts';
import { resourceAt } from './subjects.ts';
import type { Past } from './turn-input.ts';

/** What the ledger knows of a target up to its last look and with it, as far back as the rules look, oldest first. */
export type ExplainedPast = Pick<Past, 'samplings' | 'hours'>;

/** What an explanation is made from: a head as it stands, and all that its rules look at. */
export type ExplainScene = {
  readonly head: Head;
  readonly past: ExplainedPast;
  readonly around: Surroundings;
  readonly policy: Policy;
  readonly intervals: Intervals;
};

/** How a rule came to what it says of a subject and what is decided of that. */
export type Explanation = {
  readonly rule: Rule;
  readonly subject: Subject;
  /** Of when the facts are; `null` when the subject was never seen. */
  readonly at: Instant | null;
  readonly facts: readonly string[];
  readonly verdicts: readonly Verdict[];
  /** Why the rule says nothing; `null` when it does. */
  readonly silentBecause: string | null;
  readonly alerts: readonly Alert[];
  readonly decisions: readonly Decision[];
};

/**
 * What each rule says of a subject, and what would be decided if the last look were taken once more: a turn's
 * own judging and deciding, of which nothing is kept.
 */
export function explain(scene: ExplainScene, subject: Subject): Explanation[] {
  const { head, policy } = scene;
  const whole = head.sighting === null ? unseen(scene) : dryRun(scene, head.sighting);
  return policy.rules.map((rule) => {
    const now = of(whole, rule, subject);
    const sampled = now.verdicts.length === 0 && rule.kind === 'idle' ? lastSampled(scene, subject) : null;
    const earlier = sampled && dryRun(scene, sampled);
    const found = earlier === null ? now : of(earlier, rule, subject);
    const seenAt = (found === now ? head.sighting : earlier?.sighting)?.at ?? null;
    return {
      rule,
      subject,
      at: seenAt,
      facts: factsOf(scene, subject, seenAt === head.sighting?.at ? null : seenAt),
      ...found,
      silentBecause: found.verdicts.length === 0 ? silence(rule, subject, head) : null,
      alerts: head.alerts.filter((alert) => alert.rule === rule.name && alert.subject === subject),
    };
  });
}

type Run = {
  readonly sighting: Sighting | null;
  readonly verdicts: readonly Verdict[];
  readonly decisions: readonly Decision[];
};

function of({ verdicts, decisions }: Run, { name }: Rule, subject: Subject) {
  const isOf = (it: Verdict | Decision) => it.rule === name && it.subject === subject;
  return { verdicts: verdicts.filter(isOf), decisions: decisions.filter(isOf) };
}

/** Judges and decides as the turn of a sighting did, with what monitors told in it and before. */
function dryRun(scene: ExplainScene, seen: Sighting): Run {
  const { head, past, around, policy, intervals } = scene;
  const { at } = seen;
  const told = past.samplings.find((sampling) => sampling.at === at);
  const sighting = seen.kind === 'project' && told !== undefined ? { ...seen, usage: [...told.usage] } : seen;
  const samplings = past.samplings.filter((sampling) => sampling.at < at);
  const { meters, report, closedHours, days } = head;
  if (meters === null) return unseen(scene);
  const facts = {
    target: targetOf(head.target),
    sighting,
    zone: policy.timezone,
    spend: spendOf(sighting, { meters, report, closedHours, closed: [], days }),
    samplings,
    hours: past.hours,
    belongings: around.belongings,
  };
  const judged = evaluate(policy.rules, facts);
  const steps = sighting.kind === 'project' ? judgeSteps(head, judged, sighting, scene) : [];
  const sight = judgeSight(scene, head.lookedAt ?? sighting.at);
  const verdicts = [...judged, ...sight, ...steps];
  const { decisions } = followVerdicts(progressFrom(head), verdicts, {
    head,
    policy,
    around,
    intervals,
    sighting,
  });
  return { sighting, verdicts, decisions };
}

/** Of what was never seen only that can be said. */
function unseen(scene: ExplainScene): Run {
  const { head, policy, around, intervals } = scene;
  const now = head.lookedAt;
  if (now === null) return { sighting: null, verdicts: [], decisions: [] };
  const verdicts = judgeSight(scene, now);
  const follow = { head, policy, around, intervals, sighting: null, now };
  return {
    sighting: null,
    verdicts,
    decisions: followVerdicts(progressFrom(head), verdicts, follow).decisions,
  };
}

const judgeSight = ({ head, policy, around, intervals }: ExplainScene, now: Instant): Verdict[] =>
  evaluateSight(policy.rules, {
    target: targetOf(head.target),
    now,
    head,
    lacking: head.lacking,
    lookedBefore: head.lookedAt,
    targets: around.targets,
    intervals,
  });

/** Samples come with few looks: when some of this VM came last is when it was last judged. */
function lastSampled({ past, head }: ExplainScene, subject: Subject): Sighting | null {
  const resource = resourceAt(head, subject);
  if (resource?.kind !== 'vm' || head.sighting === null) return null;
  const vm = vmIdOf(resource);
  const last = past.samplings.findLast(({ usage }) => usage.some((told) => told.vm === vm));
  return last === undefined ? null : { ...head.sighting, at: last.at };
}

const aboutResources: ReadonlySet<Rule['kind']> = new Set([
  'idle',
  'waste',
  'commitment',
  'schedule',
  'lifetime',
]);

function silence(rule: Rule, subject: Subject, { sighting }: Head): string {
  const isResource = subjectParts(subject).resource !== null;
  if (aboutResources.has(rule.kind) && !isResource) return 'it is about single resources';
  if (!aboutResources.has(rule.kind) && isResource)
    return 'it is about projects and accounts, not what is in them';
  if (sighting === null && rule.kind !== 'freshness') return 'it has never been seen';
  const samples =
    rule.kind === 'idle' ? 'no monitor sample of it has come' : 'the last look did not show it whole';
  return `its match leaves it out, it is of another kind, or ${samples}`;
}

function factsOf({ head }: ExplainScene, subject: Subject, judgedAt: Instant | null): string[] {
  const { sighting, misses, missedBecause } = head;
  if (sighting === null) return [`never seen: ${missedBecause ?? 'no look was taken'}`];
  const missing = sighting.missing.map(({ part, because }) => `${part} missing (${because})`);
  const shown = sighting.kind === 'group' ? [`${sighting.members.length} projects`] : sighting.seen;
  const resource = resourceAt(head, subject);
  const price = resource?.price === null ? 'no price shown' : `${resource?.price.toFixed()} USD/h`;
  return [
    `seen at ${isoInstant(sighting.at)}: ${[shown.join(', '), ...missing].filter(Boolean).join('; ')}`,
    ...(misses === 0
      ? []
      : [`${misses} ${misses === 1 ? 'look' : 'looks'} since then saw nothing: ${missedBecause}`]),
    ...(resource === undefined ? [] : [`${resource.kind} ${resource.state}, ${price}`]),
    ...(resource?.expiresAt
      ? [`expires at ${isoInstant(resource.expiresAt)}: the platform then deletes it`]
      : []),
    ...(judgedAt === null ? [] : [`its last monitor samples came with the look of ${isoInstant(judgedAt)}`]),
  ];
}
