import { type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import { type Resource, runs } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import type { PastStop } from '../../model/intent.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { Verdict } from '../../model/rules/verdict.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Instant } from '../../model/time/time.ts';
import { type Progress, withEntry } from '../progress.ts';

/** Remembers that a resource rests under a rule, in place of what was known of that. */
export const withStop = (progress: Progress, stop: PastStop): Progress => ({
  ...progress,
  stops: [...progress.stops.filter((known) => !isOfSame(known, stop)), stop],
});

export const isOfSame = (left: Named, right: Named): boolean =>
  left.subject === right.subject && left.rule === right.rule;
type Named = Pick<PastStop, 'subject' | 'rule'>;

/**
 * Notes when a person starts again what was brought to rest, by us or since; forgets a resource that is no more,
 * or that another has taken the name of.
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
  // Without a creation time, nobody knows whether it is another resource.
  const isKnown = stop.createdAt !== null && resource.createdAt !== null;
  if (isKnown && resource.createdAt !== stop.createdAt) return null;
  if (resource.activity === 'stopped') {
    // What someone started and stopped again rests by their own will, and is another than it was imaged as.
    const byOthers = { startedAgainAt: null, stoppedAt: observation.at, ours: false, image: null };
    return stop.startedAgainAt === null ? stop : { ...stop, ...byOthers };
  }
  const startsAgain = resource.activity === 'running' && stop.startedAgainAt === null;
  return startsAgain ? { ...stop, startedAgainAt: observation.at } : stop;
}

/**
 * Notes that a resource with hours rests, whoever stopped it: what is started after that outside its hours was
 * started by a person, who means it to run.
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
