import type { Alert } from '../../model/alert.ts';
import type { Message, NotifyReason } from '../../model/notification.ts';
import { compareSeverity } from '../../model/severity.ts';
import { between, type Instant, isoInstant, spanInWords } from '../../model/time/time.ts';
import { flapping, termsOf } from './alert-terms.ts';
import type { AlertInput } from './follow-alert.ts';

export const recentOf = (times: readonly Instant[], now: Instant): Instant[] =>
  times.filter((at) => between(at, now) < flapping.within);

/** Whether it began to fire more often of late than is worth a word each time. */
export const isFlapping = ({ fired: times }: Alert, now: Instant): boolean =>
  recentOf(times, now).length > flapping.times;

/** The news there is, or why there is none. */
export function reasonToNotify(
  alert: Alert,
  { rule, now, next }: AlertInput,
  outbox: readonly Message[],
): { readonly reason: NotifyReason } | string {
  const { lastNotified } = alert;
  const comesAndGoes = isFlapping(alert, now);
  if (comesAndGoes && !alert.flapping) return { reason: 'flapping' };
  if (lastNotified === null) return { reason: 'new' };
  if (compareSeverity(alert.severity, lastNotified.severity) > 0) return { reason: 'worse' };
  if ((alert.level ?? 0) > (lastNotified.level ?? 0)) return { reason: 'worse' };
  // To announce an act each time it comes would be to say each time that it comes.
  if (next.kind === 'act' && alert.announcement === null && !comesAndGoes) return { reason: 'announced' };
  const { repeat } = termsOf(rule, alert.step);
  if (repeat !== null && between(lastNotified.at, now) >= repeat)
    return isWaiting(alert, outbox)
      ? 'it waits to be said: no route has taken it yet'
      : { reason: 'lasting' };
  if (comesAndGoes) return 'it comes and goes, which was said';
  return repeat === null
    ? 'it was said, and is said once'
    : `it was said, and is said again after ${spanInWords(repeat)}`;
}

const isWaiting = ({ key, since }: Alert, outbox: readonly Message[]): boolean =>
  outbox.some(
    ({ delivered, notifications }) =>
      delivered.length === 0 && notifications.some(({ id }) => id.startsWith(`${key}#${isoInstant(since)}#`)),
  );

/** How bad it was said to be. What is said once is not said again because something less was said in between. */
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

/** What tells one word of an alert from the next; a plan may be called off and announced again. */
export function wordFor(
  reason: NotifyReason,
  { severity, level, lastNotified }: Alert,
  times: number | null,
): string {
  if (reason === 'lasting' || reason === 'announced')
    return `${reason}-${times ?? (lastNotified?.times ?? 0) + 1}`;
  if (reason === 'flapping') return reason;
  const rises = level !== null && (lastNotified === null || level > (lastNotified.level ?? 0));
  const word = rises ? `level-${level}` : `${reason}-${severity}`;
  // What is said again may grow less and then as bad once more.
  return reason === 'worse' && times !== null ? `${word}-${times}` : word;
}
