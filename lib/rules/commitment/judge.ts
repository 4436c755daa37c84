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
 * Judges whether commitments end soon, and whether VMs expire, which the platform then deletes. A renewal or
 * extension begins a new episode.
 */
export const judgeCommitment = (rule: CommitmentRule, facts: ResourceFacts): Verdict[] =>
  resourcesInView(rule.match, committedKinds, facts).flatMap((seen) => [
    judgeCommitmentEnd(rule, seen, facts),
    ...judgeExpiry(rule, seen, facts),
  ]);

function judgeCommitmentEnd(rule: CommitmentRule, seen: ResourceInView, facts: ResourceFacts): Verdict {
  const { resource, subject, cost } = seen;
  const { committedUntil: endsAt, state } = resource;
  const identity = { rule: rule.name, subject };
  if (endsAt === null) {
    const because = 'has no commitment';
    return { ...identity, episode: getEpisode(resource), kind: 'clear', because, figures: null };
  }
  if (endsAt === 'unknown') {
    const because = 'counts as committed: the platform does not show when its commitment ends';
    return {
      ...identity,
      episode: `${getEpisode(resource)}/unknown`,
      kind: 'unknown',
      because,
      figures: null,
      lacks: createMissingResourceFact(resource, 'when its commitment ends'),
    };
  }
  const endIdentity = { ...identity, episode: `${getEpisode(resource)}/${isoInstant(endsAt)}` };
  const figures: CommitmentFigures = { kind: 'commitment', of: 'commitment', ...cost, state, endsAt };
  const remaining = computeSpan(facts.observation.at, endsAt);
  const when = localMinute(endsAt, facts.zone);
  if (remaining <= 0)
    return { ...endIdentity, kind: 'clear', because: `commitment ended at ${when}`, figures };
  return {
    ...endIdentity,
    ...nearness(rule, remaining, 'commitment'),
    because: `commitment ends in ${spanInWords(remaining)}, at ${when}`,
    figures,
  };
}

/** Judges the expiry of a VM, at which the platform deletes it; empty if it has none. */
function judgeExpiry(rule: CommitmentRule, seen: ResourceInView, facts: ResourceFacts): Verdict[] {
  const { resource, subject, cost } = seen;
  const { expiresAt: endsAt, state } = resource;
  if (endsAt === null) return [];
  const remaining = computeSpan(facts.observation.at, endsAt);
  const when = localMinute(endsAt, facts.zone);
  const because =
    remaining > 0
      ? `expires in ${spanInWords(remaining)}, at ${when}: the platform then deletes it`
      : `expired at ${when}: the platform may delete it at any moment`;
  return [
    {
      rule: rule.name,
      subject,
      episode: `${getEpisode(resource)}/expires/${isoInstant(endsAt)}`,
      ...nearness(rule, remaining, 'expiry'),
      because,
      figures: { kind: 'commitment', of: 'expiry', ...cost, state, endsAt },
    },
  ];
}

/**
 * Returns a verdict's kind, severity and level by the remaining time: less time is a higher level. Only an expiry
 * deletes the resource.
 */
function nearness({ within }: CommitmentRule, remaining: Span, ending: CommitmentFigures['of']) {
  const reached = within.filter((span) => remaining <= span).at(-1);
  if (reached === undefined) return { kind: 'clear' } as const;
  const severity = ending === 'expiry' ? lossSeverity(remaining) : reached <= days(7) ? 'warning' : 'info';
  return { kind: 'breached', severity, level: -reached / days(1) } as const;
}

export const commitmentJudge: Judge<CommitmentRule> = { judge: judgeCommitment };

export const commitmentTiming: TimingSelector<CommitmentRule> = endsAtOnce;
