import { type ActionKind, isDestructive } from '../../model/action-kind.ts';
import type { Alert } from '../../model/alert.ts';
import { assertNever } from '../../model/assert-never.ts';
import { type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import { type Activity, type Resource, vmIdOf } from '../../model/facts/resource.ts';
import { unreadableInWords } from '../../model/facts/unreadable.ts';
import { type Subject, type TargetId, targetOf } from '../../model/ids.ts';
import type { Override } from '../../model/override.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { ActingRule } from '../../model/rules/rule.ts';
import type { Planned } from '../../model/rules/verdict.ts';
import { hoursAt, localMinute } from '../../model/time/period.ts';
import { between, type Instant, isoInstant, later, latest, spanInWords } from '../../model/time/time.ts';
import type { Progress } from '../progress.ts';
import { answerTo, longestAnnounced } from './answers.ts';
import { protectionOf } from './protection.ts';

/** What a decision to act is held against. */
export type Case = {
  readonly target: TargetId;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly rule: ActingRule;
  readonly planned: Planned;
  readonly alert: Alert;
  readonly resource: Resource;
  readonly observation: ProjectObservation;
  readonly progress: Progress;
};

/**
 * What people or the policy say against touching a resource at all. An act that was announced before they said so
 * is no longer announced: when it may come after all, they are told anew.
 */
export function wordAgainst(
  { policy, overrides }: WordsSaid,
  id: TargetId,
  resource: Resource,
  now: Instant,
): string | null {
  const target = targetOf(id);
  return protectionOf(policy, overrides, target, resource, now) ?? pauseOf(overrides, target, now);
}

/** Where the word of people and of the policy stands. */
type WordsSaid = {
  readonly policy: Pick<Policy, 'protect'>;
  readonly overrides: readonly Override[];
};

/**
 * Why an act that was announced is so no longer: the policy takes it back, what was to be stopped rests by itself, or
 * it was announced so long ago that nobody expects it any more, nor may a no to it still be known.
 */
function noLongerAnnounced({ alert, planned, resource, observation }: Case): string | null {
  const { announcement } = alert;
  if (announcement === null) return null;
  if (planned.mode !== 'enforce') return 'the policy only observes';
  const isRest = planned.act === 'stop' || planned.act === 'power-off';
  if (isRest && resource.activity === 'stopped') return misfitOf(planned, resource, observation.at);
  const { deliveredAt } = announcement;
  return deliveredAt !== null && between(deliveredAt, observation.at) > longestAnnounced
    ? `it was announced at ${isoInstant(deliveredAt)}, too long ago to be done without a new word`
    : null;
}

/** Why an act would never be done to a resource under a rule as things stand; `null` when it could be. */
export const standingObjection = (asked: Omit<Case, 'alert'>): string | null =>
  wordAgainst(asked, asked.target, asked.resource, asked.observation.at) ?? unfitFor(asked);

const unfitFor = (asked: Omit<Case, 'alert'>): string | null =>
  misfitOf(asked.planned, asked.resource, asked.observation.at) ?? leftAlone(asked);

/** Why an act makes no sense on a resource as it is now, or is never done to one like it; `null` when it does. */
export function misfitOf({ act }: Pick<Planned, 'act'>, resource: Resource, now: Instant): string | null {
  const { activity, state, committedUntil, createdAt } = resource;
  switch (act) {
    case 'stop':
    case 'power-off':
      return activity === 'running' ? readingMisfit(resource) : `it is not running (${state})`;
    case 'start':
    case 'power-on':
      return activity === 'stopped' ? null : `it is not at rest (${state})`;
    case 'image':
      return restMisfit(activity, state);
    case 'terminate': {
      const misfit = restMisfit(activity, state) ?? readingMisfit(resource);
      if (misfit !== null) return misfit;
      if (createdAt === null)
        return 'the platform does not say when it was made: it may be another of its name';
      if (committedUntil === 'unknown') return 'it is committed, and the platform does not say until when';
      return committedUntil !== null && committedUntil > now
        ? `it is committed until ${isoInstant(committedUntil)}, and paid for until then`
        : null;
    }
    default:
      return assertNever(act);
  }
}

/** What cannot be read of a resource may be what keeps it, whichever field it is. */
const readingMisfit = ({ unreadable }: Resource): string | null =>
  unreadable === undefined ? null : `its record cannot be read whole (${unreadableInWords(unreadable)})`;

/** An image is of the disk alone: what a suspended machine holds in memory would be lost with it. */
function restMisfit(activity: Activity, state: string): string | null {
  if (activity !== 'stopped') return `it is not at rest (${state})`;
  return /suspend/i.test(state) ? `it is ${state}: what it holds in memory is in no image` : null;
}

/** Why a resource must not be acted on in this turn, and whether what was announced of it is so no longer. */
export type Objection = { readonly because: string; readonly takesBack: boolean };

/** What speaks against an act in this turn; `null` when every guard lets it pass. */
export function objectionNow(asked: Case): Objection | null {
  const { target, resource, observation, planned } = asked;
  const against = wordAgainst(asked, target, resource, observation.at) ?? noLongerAnnounced(asked);
  if (against !== null) return { because: against, takesBack: true };
  const because =
    unseenIn(asked) ??
    unfitFor(asked) ??
    // Nothing was announced under such a policy, so there is nothing to take back.
    (planned.mode === 'enforce' ? null : 'the policy only observes') ??
    heldByHours(planned, asked.policy, observation.at) ??
    unannounced(asked) ??
    (planned.act === 'terminate' ? imageObjection(asked) : null) ??
    onItsWay(asked.progress, asked.alert.subject);
  return because === null ? null : { because, takesBack: false };
}

/** What is decided or asked for already, of a resource; `null` when nothing is. */
export function onItsWay({ intents }: Progress, of: Subject): string | null {
  const intent = intents.find(({ subject }) => subject === of);
  return intent === undefined ? null : `${nouns[intent.kind]} is on its way already`;
}

const nouns: Readonly<Record<ActionKind, string>> = {
  stop: 'a stop',
  'power-off': 'a power-off',
  image: 'an image',
  terminate: 'its deletion',
  start: 'a start',
  'power-on': 'a power-on',
};

/** What this look did not show whole; `null` when it showed all that the decision rests on. */
function unseenIn({ observation, resource, rule, planned }: Case): string | null {
  const isVm = resource.kind === 'vm';
  // What another VM's monitor fails to tell says nothing against what this one's tells.
  const missing = observation.missing.find(({ vm }) => vm === undefined || (isVm && vm === vmIdOf(resource)));
  if (missing) return `the last look was not whole (${missing.part}: ${missing.because})`;
  const needsUse = (rule.kind === 'idle' && planned.act === 'stop') || planned.of === 'idle';
  const isTold = !needsUse || observation.usage.some(({ vm }) => vm === vmIdOf(resource));
  return observation.seen.includes(partOf[resource.kind]) && isTold ? null : 'the last look was not whole';
}

/** Who paused all acts here, and why; `null` when nobody did. */
export function pauseOf(
  overrides: readonly Override[],
  target: ReturnType<typeof targetOf>,
  now: Instant,
): string | null {
  for (const told of overrides) {
    if (told.kind !== 'pause' || now < told.at || now >= told.until) continue;
    if (told.project !== undefined && !(target.kind === 'project' && fitsGlob(told.project, target.project)))
      continue;
    return `paused by ${told.author} until ${isoInstant(told.until)}: ${told.reason}`;
  }
  return null;
}

/** Whether these are the hours in which nothing destructive happens. */
export function heldByHours(
  { act }: Pick<Planned, 'act'>,
  { businessHours, timezone }: Policy,
  now: Instant,
): string | null {
  if (!isDestructive(act) || businessHours.length === 0) return null;
  if (!hoursAt(businessHours, now, timezone).isInside) return null;
  return `it is ${localMinute(now, timezone)}: nothing is stopped or deleted in business hours`;
}

/** What must have been said before, and answered. */
function unannounced({ alert, planned, observation, overrides }: Case): string | null {
  const { announcement, retryAfter } = alert;
  if (announcement === null) return `the ${planned.act} has not been announced`;
  const { deliveredAt, after } = announcement;
  if (deliveredAt === null) return 'the announcement has not been delivered yet';
  const answer = answerTo(alert, planned, overrides, observation.at);
  if (answer.kind !== 'go') return answer.because;
  const promised = latest(
    later(deliveredAt, after),
    later(deliveredAt, planned.after),
    planned.notBefore ?? deliveredAt,
  );
  if (observation.at < promised) return `announced: not before ${isoInstant(promised)}`;
  if (isGivenUp(alert)) return givenUp(alert);
  if (retryAfter !== null && observation.at < retryAfter)
    return `the last try did not work; next not before ${isoInstant(retryAfter)}`;
  return null;
}

/** An act that failed so often is left to people. */
export const mostTries = 5;
export const isGivenUp = ({ tries }: Pick<Alert, 'tries'>): boolean => tries >= mostTries;
export const givenUp = ({ tries }: Pick<Alert, 'tries'>): string =>
  `given up after ${tries} tries that did not work`;

function imageObjection({ planned, observation, rule }: Case): string | null {
  const step = rule.then.find(({ kind }) => kind === 'terminate');
  if (step?.kind !== 'terminate' || !step.needsImage) return null;
  if (planned.image === null) return 'no image of it is ready';
  const image = observation.resources.find(({ kind, id }) => kind === 'image' && id === planned.image);
  return image?.activity === 'running' ? null : `its image ${planned.image} is not seen ready`;
}

/** What someone started by hand is not stopped by the same rule for a while: its cool-off, or until its hours begin. */
function leftAlone({
  progress,
  rule,
  resource,
  planned,
  target,
  policy,
  observation,
}: Omit<Case, 'alert'>): string | null {
  if (planned.act !== 'stop' && planned.act !== 'power-off') return null;
  const subject = `${target}/${resource.kind}/${resource.id}`;
  const past = progress.stops.find((stop) => stop.subject === subject && stop.rule === rule.name);
  const startedAt = past?.startedAgainAt ?? null;
  if (startedAt === null || rule.kind === 'waste') return null;
  if (rule.kind === 'schedule') {
    const { isInside, off } = hoursAt(rule.windows, startedAt, policy.timezone);
    if (isInside || (off.until !== null && off.until <= observation.at)) return null;
    const until = off.until === null ? '' : `, which is at ${isoInstant(off.until)}`;
    return `it was started outside its hours; it is left alone until they begin${until}`;
  }
  const until = later(startedAt, rule.coolOff);
  return observation.at < until
    ? `it runs again after a stop, or was never stopped; it is left alone for ${spanInWords(rule.coolOff)}, until ${isoInstant(until)}`
    : null;
}
