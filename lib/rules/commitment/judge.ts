import { getEpisode } from '../../model/facts/resource.ts';
import { lossSeverity } from '../../model/rules/loss.ts';
import { localMinute } from '../../model/time/period.ts';
import { computeSpan, days, isoInstant, type Span, spanInWords } from '../../model/time/time.ts';
import { endsAtOnce, type Judge, type TimingSelector } from '../judge.ts';
import { createMissingResourceFact } from '../missing-fact.ts';
import { type ResourceFacts, type ResourceInView, resourcesInView } from '../resources-in-view.ts';
import type { Verdict } from '../verdict.ts';
import { type CommitmentFigures, type CommitmentRule, committedKinds } from './terms.ts';

/**
 * Judges whether commitments end soon, and whether VMs expire, which the platform then deletes. One that is renewed
 * or extended ends later, and is an episode of its own.
 */
export const judgeCommitment = (rule: CommitmentRule, facts: ResourceFacts): Verdict[] =>
  resourcesInView(rule.match, committedKinds, facts).flatMap((seen) => [
    judgeCommitmentEnd(rule, seen, facts),
    ...judgeExpiry(rule, seen, facts),
  ]);

function judgeCommitmentEnd(rule: CommitmentRule, seen: ResourceInView, facts: ResourceFacts): Verdict {
  const { resource, subject, cost } = seen;
  const { committedUntil: endsAt, state } = resource;
  const about = { rule: rule.name, subject };
  if (endsAt === null) {
    const because = 'has no commitment';
    return { ...about, episode: getEpisode(resource), kind: 'clear', because, figures: null };
  }
  if (endsAt === 'unknown') {
    const because = 'counts as committed: the platform does not show when its commitment ends';
    return {
      ...about,
      episode: `${getEpisode(resource)}/unknown`,
      kind: 'unknown',
      because,
      figures: null,
      lacks: createMissingResourceFact(resource, 'when its commitment ends'),
    };
  }
  const of = { ...about, episode: `${getEpisode(resource)}/${isoInstant(endsAt)}` };
  const figures: CommitmentFigures = { kind: 'commitment', of: 'commitment', ...cost, state, endsAt };
  const left = computeSpan(facts.observation.at, endsAt);
  const when = localMinute(endsAt, facts.zone);
  if (left <= 0) return { ...of, kind: 'clear', because: `commitment ended at ${when}`, figures };
  return {
    ...of,
    ...nearness(rule, left, 'commitment'),
    because: `commitment ends in ${spanInWords(left)}, at ${when}`,
    figures,
  };
}

/** Judges whether a VM expires, at which the platform deletes it. */
function judgeExpiry(rule: CommitmentRule, seen: ResourceInView, facts: ResourceFacts): Verdict[] {
  const { resource, subject, cost } = seen;
  const { expiresAt: endsAt, state } = resource;
  if (endsAt === null) return [];
  const left = computeSpan(facts.observation.at, endsAt);
  const when = localMinute(endsAt, facts.zone);
  const because =
    left > 0
      ? `expires in ${spanInWords(left)}, at ${when}: the platform then deletes it`
      : `expired at ${when}: the platform may delete it at any moment`;
  return [
    {
      rule: rule.name,
      subject,
      episode: `${getEpisode(resource)}/expires/${isoInstant(endsAt)}`,
      ...nearness(rule, left, 'expiry'),
      because,
      figures: { kind: 'commitment', of: 'expiry', ...cost, state, endsAt },
    },
  ];
}

/**
 * Grades the time left: the less, the higher the level, whatever other thresholds there are. An expiry deletes the
 * resource, the end of a commitment does not.
 */
function nearness({ within }: CommitmentRule, left: Span, of: CommitmentFigures['of']) {
  const reached = within.filter((span) => left <= span).at(-1);
  if (reached === undefined) return { kind: 'clear' } as const;
  const severity = of === 'expiry' ? lossSeverity(left) : reached <= days(7) ? 'warning' : 'info';
  return { kind: 'breached', severity, level: -reached / days(1) } as const;
}

export const commitmentJudge: Judge<CommitmentRule> = { judge: judgeCommitment };

export const commitmentTiming: TimingSelector<CommitmentRule> = endsAtOnce;
