import { assertNever } from '../../model/assert-never.ts';
import type { Outcome } from '../../model/outcome.ts';
import { later, type Span } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { Intent, IntentState } from '../../state/intent.ts';
import type { JournalEntry } from '../../state/journal.ts';
import { journalEntry } from '../progress.ts';
import { changed, withMessage, withoutIntent, withState } from './changed-head.ts';
import {
  afterTry,
  afterUnsent,
  failureNotification,
  inVainNotification,
  isToldUnsent,
  planStartRetry,
} from './failures.ts';
import { withFailedOrder } from './orders.ts';
import { isOfSame } from './past-stops.ts';

/**
 * Returns the head after an attempt to carry out an intent. `intent` is as it was in that attempt: claimed, or still
 * waiting. If the intent in the head has changed since, because the outcome was recorded before or a later turn closed
 * the intent, only the log line is added; `null` if the head already has it.
 */
export function recordOutcome(head: Head, intent: Intent, outcome: Outcome, retryAfter: Span): Head | null {
  const { at, because } = outcome;
  const { subject, rule, kind: action, by } = intent;
  const entry = journalEntry({
    event: eventOf[outcome.kind],
    at,
    subject,
    rule,
    because,
    action,
    ...(by !== null && { by }),
  });
  const isOpen = head.intents.some(({ id, state }) => id === intent.id && isSameState(state, intent.state));
  if (!isOpen) {
    const isKnown = head.pendingWrites.journal.some((line) => line.id === entry.id && line.at === entry.at);
    return isKnown ? null : changed(head, [entry]);
  }
  const next = afterOutcome(head, intent, outcome, retryAfter);
  return changed({ ...next, keyRefused: findLastKeyRefusal(head, outcome) }, [entry]);
}

/**
 * Returns the last refusal that the key for actions caused. An accepted action clears it, since the key may then act.
 */
function findLastKeyRefusal({ keyRefused }: Head, outcome: Outcome): Head['keyRefused'] {
  if (outcome.kind === 'requested') return undefined;
  return outcome.kind === 'refused' && outcome.isByKey === true
    ? { at: outcome.at, because: outcome.because }
    : keyRefused;
}

const eventOf = {
  requested: 'requested',
  unanswered: 'requested',
  'already-so': 'cancelled',
  cancelled: 'cancelled',
  'not-sent': 'cancelled',
  refused: 'failed',
} as const satisfies Record<Outcome['kind'], JournalEntry['event']>;

/** Reports whether two states are the same. Their times distinguish two claims of one intent. */
const isSameState = (left: IntentState, right: IntentState): boolean =>
  left.kind === right.kind && (left.kind === 'waiting' || right.kind === 'waiting' || left.at === right.at);

function afterOutcome(head: Head, intent: Intent, outcome: Outcome, retryAfter: Span): Head {
  const { at, because } = outcome;
  switch (outcome.kind) {
    case 'requested':
      return withState(head, intent, { kind: 'requested', at });
    case 'unanswered':
      return withState(head, intent, { kind: 'unanswered', at, because });
    case 'already-so':
    case 'cancelled': {
      // The author of an order is notified of its outcome; for a rule's decision nothing has happened.
      const closed = withoutIntent(head, intent);
      if (intent.by === null) return closed;
      const notified = withMessage(closed, inVainNotification(intent, because), at);
      return outcome.kind === 'already-so'
        ? notified
        : { ...notified, orders: withFailedOrder(notified.orders, intent, because) };
    }
    case 'not-sent':
    case 'refused':
      return afterUndone(withoutIntent(head, intent), intent, outcome, retryAfter);
    default:
      return assertNever(outcome);
  }
}

/**
 * Backs off after a refusal or a request that was not sent. A refusal is notified each time, the other once it
 * repeats.
 */
function afterUndone(
  head: Head,
  intent: Intent,
  { kind, at, because, retryAfter: retryWait }: Extract<Outcome, { kind: 'not-sent' | 'refused' }>,
  retryAfter: Span,
): Head {
  if (intent.by !== null)
    return withMessage(
      { ...head, orders: withFailedOrder(head.orders, intent, because) },
      inVainNotification(intent, because, kind === 'refused' ? kind : 'cancelled'),
      at,
    );
  const known = head.alerts.find(({ key }) => key === intent.alert);
  if (known !== undefined) {
    const alert = (kind === 'refused' ? afterTry : afterUnsent)(known, at, retryAfter, retryWait);
    const alerts = head.alerts.map((other) => (other === known ? alert : other));
    const next = { ...head, alerts };
    if (kind === 'not-sent' && !isToldUnsent(alert)) return next;
    const retryInput = { alert, retryAfter: alert.retryAfter };
    return withMessage(next, failureNotification(intent, kind, because, retryInput), at);
  }
  // A start has no alert: its failed try is recorded on the stop.
  const result = kind === 'refused' ? 'tried' : kind;
  const pastStop = head.stops.find((stop) => isOfSame(stop, intent));
  const wait = pastStop && planStartRetry(pastStop, result, at, retryAfter, retryWait);
  const stops = head.stops.map((stop) => (stop === pastStop ? { ...stop, ...wait } : stop));
  const next = { ...head, stops };
  if (kind === 'not-sent' && wait !== undefined && !isToldUnsent(wait)) return next;
  const retryInput = { alert: undefined, retryAfter: wait?.retryAfter ?? later(at, retryAfter) };
  return withMessage(next, failureNotification(intent, kind, because, retryInput), at);
}
