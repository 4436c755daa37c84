import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import type { Decision } from '../state/intent.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { Notification } from '../state/notification.ts';

/**
 * The part of a head that a turn's steps change, with their notifications, journal entries and decisions. Each step
 * returns the next one.
 */
export type Progress = Pick<
  Head,
  'target' | 'observation' | 'alerts' | 'outbox' | 'intents' | 'stops' | 'orders'
> & {
  /** Notifications of this turn; grouped into messages at its end. */
  readonly notifications: readonly Notification[];
  /** New journal lines of this turn only. */
  readonly journal: readonly JournalEntry[];
  readonly decisions: readonly Decision[];
};

/** Adds a notification unless the same one is pending. */
export function withNotification(progress: Progress, notification: Notification): Progress {
  const isWaiting =
    progress.notifications.some(({ id }) => id === notification.id) ||
    progress.outbox.some(({ notifications }) => notifications.some(({ id }) => id === notification.id));
  return isWaiting ? progress : { ...progress, notifications: [...progress.notifications, notification] };
}

export const withEntry = (progress: Progress, entry: Omit<JournalEntry, 'id'>): Progress => ({
  ...progress,
  journal: [...progress.journal, journalEntry(entry)],
});

/** Returns a journal line whose id is made from its content. */
export const journalEntry = (entry: Omit<JournalEntry, 'id'>): JournalEntry => ({
  id: `${entry.event}#${entry.subject}#${entry.rule}`,
  ...entry,
});

export const withDecision = (progress: Progress, decision: Decision): Progress => ({
  ...progress,
  decisions: [...progress.decisions, decision],
});

export const withAlert = (progress: Progress, alert: Alert): Progress => ({
  ...progress,
  alerts: [...progress.alerts.filter((other) => other.key !== alert.key), alert],
});

export const withoutAlert = (progress: Progress, alert: Alert): Progress => ({
  ...progress,
  alerts: progress.alerts.filter((other) => other.key !== alert.key),
});

/** Returns the progress at a turn's beginning, without notifications, journal entries or decisions. */
export const createProgress = ({
  target,
  observation,
  alerts,
  outbox,
  intents,
  stops,
  orders,
}: Head): Progress => ({
  target,
  observation,
  alerts,
  outbox,
  intents,
  stops,
  orders,
  notifications: [],
  journal: [],
  decisions: [],
});
