import type { Alert } from '../model/alert.ts';
import { MessageId } from '../model/ids.ts';
import type { Intent } from '../model/intent.ts';
import type { Notice } from '../model/notice.ts';
import { hours, type Instant, later, milliseconds, type Span } from '../model/time.ts';
import { incidentOf } from './alerts/incident.ts';
import { isGivenUp } from './guards.ts';

const longestWait = hours(24);

/** An alert whose act did not work once more: each time twice as long passes before the next try. */
export function afterTry(alert: Alert, at: Instant, retryAfter: Span): Alert {
  const wait = milliseconds(Math.min(longestWait, retryAfter * 2 ** alert.tries));
  return { ...alert, tries: alert.tries + 1, retryAfter: later(at, wait) };
}

/** What there is to say of an act that did not work; what has been given up is a matter for people, at once. */
export function failureNotice(
  intent: Intent,
  what: 'refused' | 'cancelled' | 'not-done',
  because: string,
  { alert, retryAfter }: { readonly alert: Alert | undefined; readonly retryAfter: Instant | null },
): Notice {
  const hasGivenUp = alert !== undefined && isGivenUp(alert);
  return {
    kind: 'act-not-done',
    id: MessageId.parse(`${intent.id}#${what}`),
    severity: hasGivenUp ? 'critical' : 'warning',
    subject: intent.subject,
    rule: intent.rule,
    because: hasGivenUp ? `${because}; given up after ${alert.tries} tries` : because,
    ...(alert && incidentOf(alert)),
    act: intent.kind,
    retryAfter: hasGivenUp ? null : retryAfter,
    by: intent.by,
  };
}
