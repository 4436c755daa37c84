import type { CommitmentFigures } from '../model/figures.ts';
import { localMinute } from '../model/period.ts';
import { episodeOf } from '../model/resource.ts';
import { type CommitmentRule, committedKinds } from '../model/rules/resource-rules.ts';
import { between, days, isoInstant, type Span, spanInWords } from '../model/time.ts';
import type { Verdict } from '../model/verdict.ts';
import { type ResourceFacts, resourcesInView } from './resources-in-view.ts';

/** Whether commitments end soon. One that is made anew ends later, and is an episode of its own. */
export function judgeCommitment(rule: CommitmentRule, facts: ResourceFacts): Verdict[] {
  const { zone, sighting } = facts;
  return resourcesInView(rule.match, committedKinds, facts).map(({ resource, subject, price }): Verdict => {
    const { committedUntil: endsAt, state } = resource;
    const about = { rule: rule.name, subject };
    if (endsAt === null) {
      const because = 'has no commitment';
      return { ...about, episode: episodeOf(resource), kind: 'clear', because, figures: null };
    }
    if (endsAt === 'unknown') {
      const because = 'is committed, and the platform does not say until when';
      return { ...about, episode: `${episodeOf(resource)}/unknown`, kind: 'unknown', because, figures: null };
    }
    const of = { ...about, episode: `${episodeOf(resource)}/${isoInstant(endsAt)}` };
    const figures: CommitmentFigures = { kind: 'commitment', price, state, endsAt };
    const left = between(sighting.at, endsAt);
    const when = localMinute(endsAt, zone);
    if (left <= 0) return { ...of, kind: 'clear', because: `its commitment ended at ${when}`, figures };
    const because = `its commitment ends in ${spanInWords(left)}, at ${when}`;
    const reached = rule.within.filter((span) => left <= span).at(-1);
    if (reached === undefined) return { ...of, kind: 'clear', because, figures };
    return {
      ...of,
      kind: 'breached',
      severity: severityOf(reached),
      level: levelOf(reached),
      because,
      figures,
    };
  });
}

/** The less is left the higher; it does not change with what other thresholds there are. */
const levelOf = (threshold: Span): number => -threshold / days(1);

const severityOf = (threshold: Span) => (threshold <= days(7) ? 'warning' : 'info');
