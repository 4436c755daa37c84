import type { Alert } from '../../model/alert.ts';
import type { Message, NextStep, NotifyReason } from '../../model/notification.ts';
import type { Rule } from '../../model/rules/rule.ts';
import { compareSeverity } from '../../model/severity.ts';
import { between, type Instant, spanInWords } from '../../model/time/time.ts';
import { flapping, termsOf } from './alert-terms.ts';
import { isOfEpisode } from './incident.ts';

export const recentOf = (times: readonly Instant[], now: Instant): Instant[] =>
  times.filter((at) => between(at, now) < flapping.within);

/** Whether an alert began to fire so often of late that people are not notified each time. */
export const isFlapping = ({ fired: times }: Alert, now: Instant): boolean =>
  recentOf(times, now).length > flapping.times;

/** Returns the reason to notify people now, or a sentence that says why there is none. */
export function reasonToNotify(
  alert: Alert,
  { rule, now, next }: { readonly rule: Rule; readonly now: Instant; readonly next: NextStep },
  outbox: readonly Message[],
): { readonly reason: NotifyReason } | { readonly held: string } {
  const { lastNotified } = alert;
  const comesAndGoes = isFlapping(alert, now);
  if (comesAndGoes && !alert.flapping) return { reason: 'flapping' };
  if (lastNotified === null) return { reason: 'new' };
  if (compareSeverity(alert.severity, lastNotified.severity) > 0) return { reason: 'worse' };
  if ((alert.level ?? 0) > (lastNotified.level ?? 0)) return { reason: 'worse' };
  // While an alert flaps, an announcement of each action would notify people of each start.
  if (next.kind === 'action' && alert.announcement === null && !comesAndGoes) return { reason: 'announced' };
  const { repeat } = termsOf(rule, alert.step);
  if (repeat !== null && between(lastNotified.at, now) >= repeat)
    return isWaiting(alert, outbox)
      ? { held: 'it waits to be said: no route has taken it yet' }
      : { reason: 'lasting' };
  if (comesAndGoes) return { held: 'it comes and goes, which was said' };
  return repeat === null
    ? { held: 'it was said, and is said once' }
    : { held: `it was said, and is said again after ${spanInWords(repeat)}` };
}

const isWaiting = (alert: Alert, outbox: readonly Message[]): boolean =>
  outbox.some(
    ({ delivered, notifications }) =>
      delivered.length === 0 && notifications.some((notification) => isOfEpisode(notification, alert)),
  );

/** Returns the worst that people were notified of, so that a lesser notification in between repeats nothing. */
export function worstNotified({
  lastNotified,
  severity,
  level,
}: Alert): Pick<NonNullable<Alert['lastNotified']>, 'severity' | 'level'> {
  if (lastNotified === null) return { severity, level };
  return {
    severity: compareSeverity(lastNotified.severity, severity) > 0 ? lastNotified.severity : severity,
    level: lastNotified.level === null || level === null ? level : Math.max(lastNotified.level, level),
  };
}

/** Returns what tells an alert's notifications apart; an action may be called off and announced again. */
export function idSuffixFor(
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
