import type { ActionKind } from '../../model/action-kind.ts';
import { compareSeverity, higherSeverity, type Severity } from '../../model/severity.ts';
import {
  computeSpan,
  hours,
  type Instant,
  isoInstant,
  minutes,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import { atOnce, type Timing } from '../../rules/judge.ts';
import { getRuleTiming } from '../../rules/judges.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Alert } from '../../state/alert.ts';
import type { Message, NextStep, Notification, NotifyReason } from '../../state/notification.ts';

/** The rate of firing above which an alert is flapping, which is notified once. */
export const flapping = { times: 3, within: hours(1) } as const;

/**
 * The minimum time between a notification and one after a keep has ended, since the platform may hide a keep now and
 * then.
 */
const leastBetween: Span = minutes(30);

/**
 * Returns the times after which alerts of a rule fire, repeat and resolve. An alert that announces the action of a
 * `step` is notified once, and ends with its subject.
 */
export const getAlertTiming = (rule: Rule, step: ActionKind | null): Timing =>
  step === null ? getRuleTiming(rule) : { for: atOnce, resolveAfter: atOnce, repeat: null };

/**
 * Returns the fields that all notifications of one episode of an alert share; they go to everyone who was notified of
 * it.
 */
export function toIncidentFields(alert: Alert): { incident: string; worstNotified?: Severity } {
  const worstNotified = getWorstNotified(alert);
  const incident = alert.incident ?? `${alert.key}#${isoInstant(alert.since)}`;
  return worstNotified === null ? { incident } : { incident, worstNotified };
}

/** Reports whether a notification is about this episode of an alert. */
export const isOfEpisode = ({ kind, incident }: Notification, alert: Alert): boolean =>
  (kind === 'alert' || kind === 'resolved') && incident === toIncidentFields(alert).incident;

/** Returns the severity that was notified before, if worse than the present one. */
export function toWorstField(alert: Alert): { worst?: Severity } {
  const worst = getWorstNotified(alert);
  return worst !== null && compareSeverity(worst, alert.severity) > 0 ? { worst } : {};
}

const getWorstNotified = ({ lastNotified }: Alert): Severity | null =>
  lastNotified && (lastNotified.worst ?? lastNotified.severity);

export const selectRecentTimes = (times: readonly Instant[], now: Instant): Instant[] =>
  times.filter((at) => computeSpan(at, now) < flapping.within);

/** Reports whether an alert fired so often lately that it is not notified each time. */
export const isFlapping = ({ fired: times }: Alert, now: Instant): boolean =>
  selectRecentTimes(times, now).length > flapping.times;

/** Returns the reason to notify now, or why there is none. */
export function reasonToNotify(
  alert: Alert,
  { rule, now, next }: { readonly rule: Rule; readonly now: Instant; readonly next: NextStep },
  outbox: readonly Message[],
): { readonly reason: NotifyReason } | { readonly held: string } {
  const { lastNotified } = alert;
  const isFlappingNow = isFlapping(alert, now);
  if (isFlappingNow && !alert.flapping) return { reason: 'flapping' };
  if (lastNotified === null) return { reason: 'new' };
  if (compareSeverity(alert.severity, lastNotified.severity) > 0) return { reason: 'worse' };
  if ((alert.level ?? 0) > (lastNotified.level ?? 0)) return { reason: 'worse' };
  // While an alert flaps, an announcement of each action would notify people of each start.
  if (next.kind === 'action' && alert.announcement === null && !isFlappingNow) return { reason: 'announced' };
  const isNoLongerSpared = alert.spared !== undefined && computeSpan(lastNotified.at, now) >= leastBetween;
  if (isNoLongerSpared) return { reason: 'lasting' };
  const { repeat } = getAlertTiming(rule, alert.step);
  if (repeat !== null && computeSpan(lastNotified.at, now) >= repeat)
    return isWaiting(alert, outbox)
      ? { held: 'the notification is pending: no route has accepted it yet' }
      : { reason: 'lasting' };
  if (isFlappingNow) return { held: 'it is flapping, which was already notified' };
  return repeat === null
    ? { held: 'already notified' }
    : { held: `already notified; repeated after ${spanInWords(repeat)}` };
}

const isWaiting = (alert: Alert, outbox: readonly Message[]): boolean =>
  outbox.some(
    ({ delivered, notifications }) =>
      delivered.length === 0 && notifications.some((notification) => isOfEpisode(notification, alert)),
  );

/** Returns the worst severity and level notified so far, so that a lesser notification in between repeats nothing. */
export function worstNotified({
  lastNotified,
  severity,
  level,
}: Alert): Pick<NonNullable<Alert['lastNotified']>, 'severity' | 'level'> {
  if (lastNotified === null) return { severity, level };
  return {
    severity: higherSeverity(lastNotified.severity, severity),
    level: lastNotified.level === null || level === null ? level : Math.max(lastNotified.level, level),
  };
}

/**
 * Returns the part of an id that distinguishes an alert's notifications; an action may be cancelled and announced
 * again.
 */
export function buildIdSuffix(
  reason: NotifyReason,
  { severity, level, lastNotified }: Alert,
  times: number | null,
): string {
  if (reason === 'lasting' || reason === 'announced')
    return `${reason}-${times ?? (lastNotified?.times ?? 0) + 1}`;
  if (reason === 'flapping') return reason;
  const rises = level !== null && (lastNotified === null || level > (lastNotified.level ?? 0));
  const word = rises ? `level-${level}` : `${reason}-${severity}`;
  // An alert that repeats may become less severe, and then as severe again.
  return reason === 'worse' && times !== null ? `${word}-${times}` : word;
}
