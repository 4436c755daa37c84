import { assertNever } from '../../../model/assert-never.ts';
import { toTarget } from '../../../model/ids.ts';
import { computeSpan, isoSecond, latest } from '../../../model/time/time.ts';
import { computeDueTime } from '../../../state/alert.ts';
import { findSilenceReason } from '../../alerts/suppress.ts';
import { judgeApproval, longestAnnounced } from '../approval.ts';
import { isOutOfTries } from '../failures.ts';
import type { Objector, PhaseInput } from './guard-input.ts';

/**
 * Objects to an announcement so old that nobody expects the action, and that a denial of it may have been forgotten.
 */
export function longAgo({ alert, now }: PhaseInput<'decide'>): string | null {
  const deliveredAt = alert.announcement?.deliveredAt ?? null;
  return deliveredAt !== null && computeSpan(deliveredAt, now) > longestAnnounced
    ? `it was announced at ${isoSecond(deliveredAt)}, too long ago to act without a new announcement`
    : null;
}

export function announced(input: PhaseInput<'decide' | 'perform'>): string | null {
  const announcement = input.alert?.announcement ?? null;
  if (announcement !== null && announcement.deliveredAt !== null) return null;
  if (input.phase === 'decide')
    return announcement === null
      ? `the ${input.action} has not been announced`
      : 'the announcement has not been delivered yet';
  // A start needs no announcement, nor does what a person ordered.
  const needsNone = input.planned === null || input.action === 'start' || input.action === 'power-on';
  return needsNone ? null : 'no announcement of it is recorded';
}

/**
 * Objects to a stop that erases data which its rule does not accept, or which its announcement or order did not name.
 */
export function erasure(input: PhaseInput<'announce' | 'decide' | 'order' | 'perform'>): string | null {
  const { erases } = input;
  if (erases === null) return null;
  const loss = `its stop erases ${erases}`;
  const isOrder = input.phase === 'order' || (input.phase === 'perform' && input.intent.by !== null);
  if (!isOrder && input.planned?.mayErase !== true)
    return `${loss}, which the rule does not accept; write may-erase: true beside the stop to accept it`;
  if (input.phase === 'announce' || getNamedErasure(input) === erases) return null;
  return `${loss}, which its ${isOrder ? 'order' : 'announcement'} did not name`;
}

function getNamedErasure(input: PhaseInput<'decide' | 'order' | 'perform'>): string | undefined {
  switch (input.phase) {
    case 'decide':
      return input.alert.announcement?.erases;
    case 'order':
      return input.order.erases;
    case 'perform':
      return input.intent.erases;
    default:
      return assertNever(input);
  }
}

/**
 * Objects to an action that a person denied, or has not approved in time or yet. The policy may have begun to require
 * approval after the decision.
 */
export function answer(input: PhaseInput<'announce' | 'decide' | 'perform'>): string | null {
  const { alert, planned, overrides, now } = input;
  if (alert === undefined || planned?.mode !== 'enforce') return null;
  const answer = judgeApproval(alert, planned, overrides, now);
  // An announcement that asks for approval is sent while it waits for it.
  return answer.kind === 'go' || (answer.kind === 'waits' && input.phase === 'announce')
    ? null
    : answer.because;
}

/** Objects to an action of a rule whose alerts on the resource a person has silenced since the decision. */
export const silenced: Objector<'perform'> = ({ intent, target, resource, overrides, now }) =>
  intent.by === null
    ? findSilenceReason({ about: intent, target: toTarget(target), resource, overrides, now })
    : null;

/**
 * Objects to an action that was announced as waiting for approval when the policy no longer requires it: it is
 * announced anew, with a new grace.
 */
export function terms({ alert, planned, overrides, now }: PhaseInput<'decide' | 'perform'>): string | null {
  const promised = alert?.announcement?.approve;
  if (alert === undefined || promised === undefined || planned === null || planned.approve !== null)
    return null;
  const { kind } = judgeApproval(alert, { approve: promised }, overrides, now);
  // A denial holds, and must not be forgotten with its announcement.
  return kind === 'waits' || kind === 'lapsed'
    ? 'it was announced as waiting for approval, which the policy no longer requires'
    : null;
}

export function grace({ phase, alert, planned, now }: PhaseInput<'decide' | 'perform'>): string | null {
  const { announcement } = alert ?? {};
  if (announcement?.deliveredAt == null || planned === null) return null;
  const { deliveredAt } = announcement;
  const until = latest(computeDueTime(announcement, deliveredAt), computeDueTime(planned, deliveredAt));
  if (now >= until) return null;
  return phase === 'decide'
    ? `announced, due at ${isoSecond(until)}`
    : `the policy now delays it until ${isoSecond(until)}`;
}

export const tries = ({ alert, planned }: PhaseInput<'announce' | 'decide'>): string | null =>
  alert !== undefined && planned.mode === 'enforce' && isOutOfTries(alert)
    ? `given up after ${alert.tries} failed attempts`
    : null;

export function retry(input: PhaseInput<'decide' | 'start'>): string | null {
  const { retryAfter } = input.phase === 'start' ? input.past : input.alert;
  return retryAfter !== null && input.now < retryAfter
    ? `the last attempt failed; the next is not before ${isoSecond(retryAfter)}`
    : null;
}
