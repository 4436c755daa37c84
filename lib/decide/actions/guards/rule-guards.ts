import { isDestructive, isRest } from '../../../model/action-kind.ts';
import { toResourceKey } from '../../../model/facts/resource.ts';
import { toTarget } from '../../../model/ids.ts';
import { matchesResource, namesResources } from '../../../model/rules/match.ts';
import { findWindowPosition, localMinute } from '../../../model/time/period.ts';
import { whyLeftAlone, whyNotStop } from '../../../rules/judges.ts';
import type { ActingRule } from '../../../rules/terms.ts';
import type { Objector, PhaseInput } from './guard-input.ts';

export function policy(input: PhaseInput<'decide' | 'start' | 'perform'>): string | null {
  if (input.phase !== 'perform')
    return input.planned.mode === 'enforce' ? null : 'the policy is in observe mode';
  return input.intent.by === null && input.planned === null ? 'the policy no longer requires it' : null;
}

/**
 * Objects to a rule's action in business hours, both those of the policy and those in force when it was announced. An
 * order of a person is carried out at any time.
 */
export function businessHours(input: PhaseInput<'decide' | 'perform'>): string | null {
  const { action, alert, now } = input;
  const isOrder = input.phase === 'perform' && input.intent.by !== null;
  if (isOrder || !isDestructive(action)) return null;
  const { businessHours: windows, timezone } = input.policy;
  const hoursAtAnnouncement = alert?.announcement?.businessHours;
  for (const hours of [{ windows, timezone }, ...(hoursAtAnnouncement ? [hoursAtAnnouncement] : [])])
    if (hours.windows.length > 0 && findWindowPosition(hours.windows, now, hours.timezone).isInside)
      return `it is ${localMinute(now, hours.timezone)}: nothing is stopped or deleted in business hours`;
  return null;
}

/** Objects to stopping a resource again that was started by hand: for its cool-off, or until its hours begin. */
export function coolOff(input: PhaseInput<'announce' | 'decide'>): string | null {
  const { action, progress, rule, resource, target, policy, now } = input;
  if (!isRest(action)) return null;
  const subject = `${target}/${toResourceKey(resource)}`;
  const past = progress.stops.find((stop) => stop.subject === subject && stop.rule === rule.name);
  const startedAt = past?.startedAgainAt ?? null;
  return startedAt === null ? null : whyLeftAlone(rule, startedAt, { now, zone: policy.timezone });
}

export const orderedStart: Objector<'perform'> = ({ intent, overrides, now }) => {
  const order = overrides.find(
    (override) =>
      override.kind === 'order' &&
      override.action === 'start' &&
      override.subject === intent.subject &&
      intent.decidedAt < override.at &&
      override.at <= now,
  );
  return order === undefined || intent.by !== null || !isDestructive(intent.kind)
    ? null
    : `${order.author} ordered it to be started: ${order.reason}`;
};

export const match: Objector<'perform'> = ({ planned, target, resource, now }) =>
  planned === null ||
  (planned.rule.kind === 'budget' && !namesResources(planned.rule.match)) ||
  matchesResource(planned.rule.match, toTarget(target), resource, now)
    ? null
    : 'the rule no longer applies to it';

/** Objects to a deletion before the image that it needs is ready. */
export function image(input: PhaseInput<'decide' | 'perform'>): string | null {
  if (input.action !== 'terminate') return null;
  if (input.phase === 'decide') {
    const { planned, rule, observation } = input;
    if (!needsImage(rule)) return null;
    if (planned.image === null) return 'no image of it is ready';
    const imageNow = observation.resources.find(({ kind, id }) => kind === 'image' && id === planned.image);
    return imageNow?.activity === 'running' ? null : `its image ${planned.image} is not known to be ready`;
  }
  const { planned, intent, image: reread } = input;
  if (intent.image === null)
    return planned !== null && needsImage(planned.rule) ? 'the policy requires an image of it first' : null;
  if (reread?.activity === 'running') return null;
  return `its image ${intent.image} is ${reread === null ? 'not there' : reread.state}`;
}

function needsImage({ then }: ActingRule): boolean {
  const step = then.find(({ kind }) => kind === 'terminate');
  return step?.kind === 'terminate' && step.needsImage;
}

/** Objects to a stop whose cause no longer holds. */
export const cause: Objector<'perform'> = ({ action, planned, ...input }) =>
  planned === null || !isRest(action) ? null : whyNotStop(planned.rule, input);
