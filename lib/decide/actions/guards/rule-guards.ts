import { isDestructive, isRest } from '../../../model/action-kind.ts';
import { assertNever } from '../../../model/assert-never.ts';
import { targetOf } from '../../../model/ids.ts';
import { matchesResource } from '../../../model/rules/match.ts';
import { budgetInterval, hoursAt, localMinute } from '../../../model/time/period.ts';
import { isoSecond, later, spanInWords } from '../../../model/time/time.ts';
import { signOfLife } from '../../../rules/idle/sign-of-life.ts';
import { endOfLife } from '../../../rules/lifetime/judge.ts';
import type { ActingRule } from '../../../rules/terms.ts';
import type { InputOf, Objector } from './guard-input.ts';

export function policy(input: InputOf<'decide' | 'start' | 'perform'>): string | null {
  if (input.phase !== 'perform') return input.planned.mode === 'enforce' ? null : 'the policy only observes';
  return input.intent.by === null && input.planned === null ? 'the policy no longer asks for it' : null;
}

/**
 * Objects to a rule's action in business hours, those of the policy and those in which it was announced; a person who
 * orders a stop then means it.
 */
export function businessHours(input: InputOf<'decide' | 'perform'>): string | null {
  const { action, alert, now } = input;
  const isOrder = input.phase === 'perform' && input.intent.by !== null;
  if (isOrder || !isDestructive(action)) return null;
  const { businessHours: windows, timezone } = input.policy;
  const promised = alert?.announcement?.businessHours;
  for (const hours of [{ windows, timezone }, ...(promised ? [promised] : [])])
    if (hours.windows.length > 0 && hoursAt(hours.windows, now, hours.timezone).isInside)
      return `it is ${localMinute(now, hours.timezone)}: nothing is stopped or deleted in business hours`;
  return null;
}

/** Objects to stopping a resource again that was started by hand: for its cool-off, or until its hours begin. */
export function coolOff(input: InputOf<'announce' | 'decide'>): string | null {
  const { action, progress, rule, resource, target, policy, now } = input;
  if (!isRest(action)) return null;
  const subject = `${target}/${resource.kind}/${resource.id}`;
  const past = progress.stops.find((stop) => stop.subject === subject && stop.rule === rule.name);
  const startedAt = past?.startedAgainAt ?? null;
  if (startedAt === null || rule.kind === 'waste') return null;
  if (rule.kind === 'schedule') {
    const { isInside, off } = hoursAt(rule.windows, startedAt, policy.timezone);
    if (isInside || (off.until !== null && off.until <= now)) return null;
    const until = off.until === null ? '' : `, which is at ${isoSecond(off.until)}`;
    return `it was started outside its hours; it is left alone until they begin${until}`;
  }
  const until = later(startedAt, rule.coolOff);
  return now < until
    ? `it runs again after a stop, or was never stopped; it is left alone for ${spanInWords(rule.coolOff)}, until ${isoSecond(until)}`
    : null;
}

export const orderedStart: Objector<'perform'> = ({ intent, overrides, now }) => {
  const order = overrides.find(
    (known) =>
      known.kind === 'order' &&
      known.action === 'start' &&
      known.subject === intent.subject &&
      intent.decidedAt < known.at &&
      known.at <= now,
  );
  return order === undefined || intent.by !== null || !isDestructive(intent.kind)
    ? null
    : `${order.author} ordered it to be started: ${order.reason}`;
};

export const match: Objector<'perform'> = ({ planned, target, resource, now }) =>
  planned === null ||
  planned.rule.kind === 'budget' ||
  matchesResource(planned.rule.match, targetOf(target), resource, now)
    ? null
    : 'the rule no longer applies to it';

/** Objects to a deletion before the image that it needs is ready. */
export function image(input: InputOf<'decide' | 'perform'>): string | null {
  if (input.action !== 'terminate') return null;
  if (input.phase === 'decide') {
    const { planned, rule, observation } = input;
    if (!needsImage(rule)) return null;
    if (planned.image === null) return 'no image of it is ready';
    const seen = observation.resources.find(({ kind, id }) => kind === 'image' && id === planned.image);
    return seen?.activity === 'running' ? null : `its image ${planned.image} is not seen ready`;
  }
  const { planned, intent, image: reread } = input;
  if (intent.image === null)
    return planned !== null && needsImage(planned.rule) ? 'the policy asks for an image of it first' : null;
  if (reread?.activity === 'running') return null;
  return `its image ${intent.image} is ${reread === null ? 'not there' : reread.state}`;
}

function needsImage({ then }: ActingRule): boolean {
  const step = then.find(({ kind }) => kind === 'terminate');
  return step?.kind === 'terminate' && step.needsImage;
}

/** Objects to a stop whose cause no longer holds. */
export function cause({ action, planned, ...input }: InputOf<'perform'>): string | null {
  if (planned === null || !isRest(action)) return null;
  const { intent, policy, resource, now } = input;
  const { rule } = planned;
  switch (rule.kind) {
    case 'idle':
      return signOfLife([rule], input, intent.decidedAt, now);
    // These rules go by the clock or by money: they also stop VMs in use, and VMs with GPUs.
    case 'schedule':
      return hoursAt(rule.windows, now, policy.timezone).isInside ? 'its hours have begun' : null;
    case 'lifetime': {
      const { createdAt } = resource;
      const of = targetOf(input.target);
      const isTooOld =
        createdAt !== null &&
        of.kind === 'project' &&
        now > endOfLife(rule, { project: of.project, resource, createdAt, overrides: input.overrides, now });
      return isTooOld ? null : 'it may live longer by now';
    }
    case 'budget': {
      const [then, today] = [intent.decidedAt, now].map((at) =>
        budgetInterval(rule.period, at, policy.timezone),
      );
      if (then?.from !== today?.from) return 'another period of the budget has begun';
      if (intent.of !== 'idle') return null;
      const idle = policy.rules.flatMap((it) =>
        it.kind === 'idle' && matchesResource(it.match, targetOf(intent.target), resource, now) ? [it] : [],
      );
      return signOfLife(idle, input, intent.decidedAt, now);
    }
    case 'waste':
      return 'a rule on waste stops nothing';
    default:
      return assertNever(rule);
  }
}
