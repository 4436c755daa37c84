import type { Alert } from '../model/alert.ts';
import type { Decision } from '../model/decision.ts';
import type { Intent, PastStop } from '../model/intent.ts';
import type { JournalEntry } from '../model/journal.ts';
import type { Message } from '../model/notice.ts';

/** What one turn changes beside the figures; each step of the turn takes it and returns the next. */
export type Progress = {
  readonly alerts: readonly Alert[];
  readonly outbox: readonly Message[];
  readonly intents: readonly Intent[];
  readonly stops: readonly PastStop[];
  /** New lines of this turn only. */
  readonly journal: readonly JournalEntry[];
  readonly decisions: readonly Decision[];
};

/** Adds a message unless one with its id is waiting already. */
export const withMessage = (progress: Progress, message: Message): Progress =>
  progress.outbox.some((waiting) => waiting.id === message.id)
    ? progress
    : { ...progress, outbox: [...progress.outbox, message] };

export const withEntry = (progress: Progress, entry: Omit<JournalEntry, 'id'>): Progress => ({
  ...progress,
  journal: [...progress.journal, journalEntry(entry)],
});

/** An audit line whose id is made from what it says. */
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
  alerts: [...progress.alerts.filter((known) => known.key !== alert.key), alert],
});

export const withoutAlert = (progress: Progress, alert: Alert): Progress => ({
  ...progress,
  alerts: progress.alerts.filter((known) => known.key !== alert.key),
});
