import { type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import { type Resource, runs } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import {
  computeSpan,
  type Instant,
  latest,
  milliseconds,
  minutes,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import { getWrongStopSpan } from '../../rules/idle/terms.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { PastStop } from '../../state/intent.ts';
import { type Progress, withEntry } from '../progress.ts';

/** The maximum number of stops, and of wrong stops, that a head keeps of a VM: more would make no difference. */
const mostKept = 16;

/**
 * The time between two polls, or two poll intervals if longer, up to which a resource that is stopped at both counts
 * as stopped throughout.
 */
const longestStep: Span = minutes(15);

/** Returns a stop with nothing recorded after it yet. */
export const newStop = (
  known: Pick<PastStop, 'subject' | 'rule' | 'stoppedAt' | 'createdAt' | 'ours'>,
): PastStop => ({
  lastSeenAtRest: null,
  atRestSince: null,
  startedAgainAt: null,
  image: null,
  retryAfter: null,
  unsent: 0,
  made: [],
  wrong: [],
  ...known,
});

/**
 * Records that a resource was stopped under a rule. It replaces the earlier record and keeps the times of its stops.
 */
export function withStop(progress: Progress, stop: PastStop): Progress {
  const match = progress.stops.find((other) => isOfSame(other, stop));
  const { made, wrong } = match === undefined || isAnother(match, stop) ? { made: [], wrong: [] } : match;
  const others = progress.stops.filter((other) => other !== match);
  return {
    ...progress,
    stops: [...others, { ...stop, made: [...new Set([...made, ...stop.made])].slice(-mostKept), wrong }],
  };
}

/** Reports whether the name belongs to another resource now. Without creation times that cannot be recognized. */
const isAnother = (left: Pick<PastStop, 'createdAt'>, right: Pick<PastStop, 'createdAt'>): boolean =>
  left.createdAt !== null && right.createdAt !== null && left.createdAt !== right.createdAt;

export const isOfSame = (left: Named, right: Named): boolean =>
  left.subject === right.subject && left.rule === right.rule;
type Named = Pick<PastStop, 'subject' | 'rule'>;

/**
 * Records when a person starts a stopped resource again, and whether that shows that its stop was wrong. Forgets a
 * resource that is gone or whose name another one has.
 */
export function watchStops(
  progress: Progress,
  observation: ProjectObservation,
  resourceOf: (subject: Subject) => Resource | undefined,
  { intervals, rules }: { readonly intervals: Intervals; readonly rules: readonly Rule[] },
): Progress {
  // One poll may fail. In a longer time, someone may have started the resource, used it, and stopped it again.
  const unseenFor = milliseconds(Math.max(longestStep, 2 * intervals.pollEvery));
  let next: Progress = { ...progress, stops: [] };
  for (const stop of progress.stops) {
    const { at } = observation;
    const { subject, rule } = stop;
    const watched = watchStop(stop, observation, resourceOf(subject), unseenFor);
    const isStarted = watched !== null && watched.startedAgainAt !== stop.startedAgainAt;
    const within = isStarted && watched.startedAgainAt !== null ? findWrongStopSpan(stop, rules) : null;
    const pastStop = watched && within !== null ? withWrong(watched) : watched;
    next = pastStop === null ? next : { ...next, stops: [...next.stops, pastStop] };
    const event = watched === null ? 'ended' : isStarted ? 'started-again' : null;
    if (event === null || !stop.ours || watched?.startedAgainAt === null) continue;
    const because = event === 'ended' ? 'it is gone' : 'it runs again, and no rule started it';
    next = withEntry(next, { at, event, subject, rule, because });
    if (within === null) continue;
    const wrong = wrongInWords(computeSpan(stop.stoppedAt, at), within);
    next = withEntry(next, { at, event: 'wrong-stop', subject, rule, because: wrong });
  }
  return next;
}

/**
 * Returns the time within which its rule counts a start as a sign of a wrong stop, if the VM may have been started in
 * it; otherwise `null`. It may have been started as soon as it was last seen stopped. A start alone counts: nobody
 * starts a VM that is not wanted, and a stopped VM has no usage samples.
 */
function findWrongStopSpan(
  { rule: name, ours, stoppedAt, lastSeenAtRest }: PastStop,
  rules: readonly Rule[],
): Span | null {
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule?.kind !== 'idle' || !ours) return null;
  const within = getWrongStopSpan(rule);
  return computeSpan(stoppedAt, latest(stoppedAt, lastSeenAtRest ?? stoppedAt)) < within ? within : null;
}

/**
 * Explains why a stop was wrong. A VM that was not observed for a while may have run long before it was seen running.
 */
function wrongInWords(after: Span, within: Span): string {
  const [seen, limit] = [spanInWords(after), spanInWords(within)];
  return after <= within
    ? `the stop was wrong: the VM was started again after ${seen}, within ${limit}`
    : `the stop counts as wrong: the VM was seen running again after ${seen}, and may have been started within ${limit}`;
}

const withWrong = (stop: PastStop): PastStop => ({
  ...stop,
  wrong: [...stop.wrong, stop.stoppedAt].slice(-mostKept),
});

function watchStop(
  stop: PastStop,
  observation: ProjectObservation,
  resource: Resource | undefined,
  unseenFor: Span,
): PastStop | null {
  const kind = subjectParts(stop.subject).resource?.kind;
  if (kind === undefined || !observation.seen.includes(partOf[kind])) return stop;
  if (resource === undefined || resource.activity === 'gone') return null;
  if (isAnother(stop, resource)) return null;
  if (resource.activity === 'stopped') {
    // A resource that someone started and stopped again is stopped by their own will, and no longer matches its
    // image.
    const { at } = observation;
    const stoppedByOthers = {
      startedAgainAt: null,
      stoppedAt: at,
      atRestSince: null,
      ours: false,
      image: null,
    };
    const wasUnseen = computeSpan(stop.lastSeenAtRest ?? stop.stoppedAt, at) > unseenFor;
    const stopSeen = { ...stop, lastSeenAtRest: at, atRestSince: wasUnseen ? at : stop.atRestSince };
    const isBooted = (resource.bootedAt ?? stop.stoppedAt) > stop.stoppedAt;
    return stop.startedAgainAt === null && !isBooted ? stopSeen : { ...stopSeen, ...stoppedByOthers };
  }
  const startsAgain = resource.activity === 'running' && stop.startedAgainAt === null;
  return startsAgain ? { ...stop, startedAgainAt: observation.at } : stop;
}

/**
 * Records that a resource with hours is stopped, whoever stopped it. If it starts outside its hours after that, a
 * person started it and wants it to run.
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
  const { createdAt } = resource;
  const stop = newStop({ subject, rule: rule.name, stoppedAt: now, createdAt, ours: false });
  const restingStop = { ...stop, lastSeenAtRest: now };
  return progress.stops.some((stop) => isOfSame(stop, restingStop))
    ? progress
    : withStop(progress, restingStop);
}
