import type { Head } from '../model/head.ts';
import type { Intent, IntentState } from '../model/intent.ts';
import type { JournalEntry } from '../model/journal.ts';
import type { Message, Notification } from '../model/notification.ts';
import type { Instant } from '../model/time/time.ts';

/** A message of one notice, which nobody has taken yet. */
export const messageOf = (notice: Notification, at: Instant): Message => ({
  id: notice.id,
  at,
  severity: notice.severity,
  notifications: [notice],
  delivered: [],
});

/** A head after a change: the next in order, with these lines for its log. */
export const changed = (head: Head, journal: readonly JournalEntry[]): Head => ({
  ...head,
  seq: head.seq + 1,
  unwritten: { ...head.unwritten, journal: [...head.unwritten.journal, ...journal] },
});
export const withIntent = (head: Head, intent: Intent): Head => ({
  ...head,
  intents: head.intents.map((known) => (known.id === intent.id ? intent : known)),
});
export const withState = (head: Head, intent: Intent, state: IntentState): Head =>
  withIntent(head, { ...intent, state });
export const withMessage = (head: Head, notice: Notification, at: Instant): Head => ({
  ...head,
  outbox: [...head.outbox, messageOf(notice, at)],
});
export const withoutIntent = (head: Head, intent: Intent): Head => ({
  ...head,
  intents: head.intents.filter((known) => known.id !== intent.id),
});
