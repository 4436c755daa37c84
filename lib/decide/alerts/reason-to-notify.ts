import type { Alert } from '../../model/alert.ts';
import type { Message, News } from '../../model/notification.ts';
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
): { readonly news: News } | string {
  const { said } = alert;
  const comesAndGoes = isFlapping(alert, now);
  if (comesAndGoes && !alert.flapping) return { news: 'flapping' };
  if (said === null) return { news: 'new' };
  if (compareSeverity(alert.severity, said.severity) > 0) return { news: 'worse' };
  if ((alert.level ?? 0) > (said.level ?? 0)) return { news: 'worse' };
  // To announce an act each time it comes would be to say each time that it comes.
  if (next.kind === 'act' && alert.announcement === null && !comesAndGoes) return { news: 'announced' };
  const { repeat } = termsOf(rule, alert.rung);
  if (repeat !== null && between(said.at, now) >= repeat)
    return isWaiting(alert, outbox) ? 'it waits to be said: no route has taken it yet' : { news: 'lasting' };
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
export function worstSaid({
  said,
  severity,
  level,
}: Alert): Pick<NonNullable<Alert['said']>, 'severity' | 'level'> {
  if (said === null) return { severity, level };
  return {
    severity: compareSeverity(said.severity, severity) > 0 ? said.severity : severity,
    level: said.level === null || level === null ? level : Math.max(said.level, level),
  };
}

/** What tells one word of an alert from the next; a plan may be called off and announced again. */
export function wordFor(news: News, { severity, level, said }: Alert, times: number | null): string {
  if (news === 'lasting' || news === 'announced') return `${news}-${times ?? (said?.times ?? 0) + 1}`;
  if (news === 'flapping') return news;
  const rises = level !== null && (said === null || level > (said.level ?? 0));
  const word = rises ? `level-${level}` : `${news}-${severity}`;
  // What is said again may grow less and then as bad once more.
  return news === 'worse' && times !== null ? `${word}-${times}` : word;
}
