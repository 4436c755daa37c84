import { type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import { type Resource, runs } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import type { PastStop } from '../../model/intent.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { Verdict } from '../../model/rules/verdict.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Instant } from '../../model/time/time.ts';
import { type Progress, withEntry } from '../progress.ts';

/** Records that a resource was stopped under a rule, replacing the earlier record. */
export const withStop = (progress: Progress, stop: PastStop): Progress => ({
  ...progress,
  stops: [...progress.stops.filter((known) => !isOfSame(known, stop)), stop],
});

export const isOfSame = (left: Named, right: Named): boolean =>
  left.subject === right.subject && left.rule === right.rule;
type Named = Pick<PastStop, 'subject' | 'rule'>;

/**
 * Records when a person starts a stopped resource again, and forgets a resource that is gone or whose name another
 * has taken.
 */
export function watchStops(
  progress: Progress,
  observation: ProjectObservation,
  resourceOf: (subject: Subject) => Resource | undefined,
): Progress {
  let next: Progress = { ...progress, stops: [] };
  for (const stop of progress.stops) {
    const watched = watchStop(stop, observation, resourceOf(stop.subject));
    next = watched === null ? next : { ...next, stops: [...next.stops, watched] };
    const event =
      watched === null ? 'ended' : watched.startedAgainAt === stop.startedAgainAt ? null : 'started-again';
    if (event === null || !stop.ours || watched?.startedAgainAt === null) continue;
    const { subject, rule } = stop;
    const because = event === 'ended' ? 'it is gone' : 'it runs again, and nothing of ours started it';
    next = withEntry(next, { at: observation.at, event, subject, rule, because });
  }
  return next;
}

function watchStop(
  stop: PastStop,
  observation: ProjectObservation,
  resource: Resource | undefined,
): PastStop | null {
  const kind = subjectParts(stop.subject).resource?.kind;
  if (kind === undefined || !observation.seen.includes(partOf[kind])) return stop;
  if (resource === undefined || resource.activity === 'gone') return null;
  // Without creation times, another resource of the same name cannot be recognized.
  const isKnown = stop.createdAt !== null && resource.createdAt !== null;
  if (isKnown && resource.createdAt !== stop.createdAt) return null;
  if (resource.activity === 'stopped') {
    // A resource that someone started and stopped again is stopped by their own will, and no longer matches its
    // image.
    const byOthers = { startedAgainAt: null, stoppedAt: observation.at, ours: false, image: null };
    return stop.startedAgainAt === null ? stop : { ...stop, ...byOthers };
  }
  const startsAgain = resource.activity === 'running' && stop.startedAgainAt === null;
  return startsAgain ? { ...stop, startedAgainAt: observation.at } : stop;
}

/**
 * Records that a resource with hours is stopped, whoever stopped it: if it starts outside its hours after that, a
 * person started it, who means it to run.
 */
export function noteRest(
  progress: Progress,
  rule: Rule,
  { subject }: Pick<Verdict, 'subject'>,
  resource: Resource | undefined,
  now: Instant,
): Progress {
  if (rule.kind !== 'schedule' || rule.then.length === 0) return progress;
  if (resource === undefined || !runs(resource.kind) || resource.activity !== 'stopped') return progress;
  const rest = {
    subject,
    rule: rule.name,
    stoppedAt: now,
    startedAgainAt: null,
    createdAt: resource.createdAt,
    ours: false,
    image: null,
    retryAfter: null,
    unsent: 0,
  };
  return progress.stops.some((stop) => isOfSame(stop, rest)) ? progress : withStop(progress, rest);
}
