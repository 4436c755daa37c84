import { MessageId } from '../../model/ids.ts';
import { days, hours, type Instant, later, milliseconds, type Span } from '../../model/time/time.ts';
import type { Alert } from '../../state/alert.ts';
import type { Intent, PastStop } from '../../state/intent.ts';
import type { Notification } from '../../state/notification.ts';
import { toIncidentFields } from '../alerts/reason-to-notify.ts';

const longestWait = hours(24);

/** The number of failed tries after which an action is left to people. */
const mostTries = 5;
export const isOutOfTries = ({ tries }: Pick<Alert, 'tries'>): boolean => tries >= mostTries;

/** The upper bound on a `Retry-After` from the cloud. */
const longestAsked = days(7);

/** Returns the wait before the next try. It doubles each time and is at least what the cloud asked for. */
function computeRetryWait(first: number, failures: number, askedWait: Span | null): Span {
  const doubled = Math.min(longestWait, first * 2 ** failures);
  return milliseconds(Math.max(doubled, Math.min(longestAsked, askedWait ?? 0)));
}

/** The factor on the wait after a request that was not sent: nothing was refused, so it is retried sooner. */
const unsentFactor = 1 / 4;

/** Returns an alert after one more failed try of its action. */
export const afterTry = (alert: Alert, at: Instant, retryAfter: Span, wait: Span | null = null): Alert => ({
  ...alert,
  tries: alert.tries + 1,
  unsent: 0,
  retryAfter: later(at, computeRetryWait(retryAfter, alert.tries, wait)),
});

/**
 * Returns an alert after one more request of its action that could not be sent. That is no failed try: nothing was
 * refused, and it is never given up.
 */
export const afterUnsent = (alert: Alert, at: Instant, retryAfter: Span, wait: Span | null): Alert => ({
  ...alert,
  unsent: alert.unsent + 1,
  retryAfter: later(at, computeRetryWait(retryAfter * unsentFactor, alert.unsent, wait)),
});

/** Returns when a start that failed, or was not sent, may be tried again. */
export function planStartRetry(
  { unsent }: PastStop,
  result: 'tried' | 'not-sent',
  at: Instant,
  retryAfter: Span,
  wait: Span | null,
): Pick<PastStop, 'retryAfter' | 'unsent'> {
  return result === 'tried'
    ? { unsent: 0, retryAfter: later(at, computeRetryWait(retryAfter, 0, wait)) }
    : {
        unsent: unsent + 1,
        retryAfter: later(at, computeRetryWait(retryAfter * unsentFactor, unsent, wait)),
      };
}

/** Reports whether people are notified of requests that were not sent: one may be chance, two are not. */
export const isToldUnsent = ({ unsent }: Pick<Alert, 'unsent'>): boolean => unsent >= 2;

/** Returns the notification of an action that failed. It is critical once spendwatch has given up. */
export function failureNotification(
  intent: Intent,
  outcome: 'refused' | 'cancelled' | 'not-done' | 'not-sent',
  because: string,
  { alert, retryAfter }: { readonly alert: Alert | undefined; readonly retryAfter: Instant | null },
): Notification {
  const hasGivenUp = alert !== undefined && isOutOfTries(alert);
  return {
    kind: 'action-failed',
    id: MessageId.parse(`${intent.id}#${outcome}`),
    severity: hasGivenUp ? 'critical' : 'warning',
    subject: intent.subject,
    rule: intent.rule,
    because: hasGivenUp ? `${because}; given up after ${alert.tries} tries` : because,
    ...(alert && toIncidentFields(alert)),
    action: intent.kind,
    retryAfter: hasGivenUp ? null : retryAfter,
    by: intent.by,
  };
}

/** Returns the notification of an order that failed; an order is not tried again. */
export const inVainNotification = (
  order: Intent,
  because: string,
  outcome: 'refused' | 'cancelled' = 'cancelled',
): Notification => failureNotification(order, outcome, because, { alert: undefined, retryAfter: null });
