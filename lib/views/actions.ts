import type { TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';
import type { JournalEntry } from '../state/journal.ts';

/** An entry of the audit log with its target, and the name of its resource if that differs from the id. */
export type LogLine = JournalEntry & { readonly target: TargetId; readonly name?: string | undefined };

const aboutActions: ReadonlySet<JournalEntry['event']> = new Set([
  'decided',
  'held',
  'requested',
  'confirmed',
  'cancelled',
  'failed',
  'started-again',
  'wrong-stop',
  'ended',
]);

/**
 * Merges the audit logs of several targets, the newest entry first. With `actsOnly`, entries about alerts are left
 * out.
 */
export function mergeAuditLogs(
  logs: ReadonlyMap<TargetId, readonly JournalEntry[]>,
  { actsOnly }: { readonly actsOnly: boolean },
): readonly LogLine[] {
  return [...logs]
    .flatMap(([target, entries]) => entries.map((entry): LogLine => ({ ...entry, target })))
    .filter(({ event }) => !actsOnly || aboutActions.has(event))
    .toSorted((left, right) => right.at - left.at);
}

/** Adds the pending writes of a head to the written log of an interval, without duplicates. */
export const withPendingWrites = (
  written: readonly JournalEntry[],
  pendingWrites: readonly JournalEntry[],
  from: Instant,
  until: Instant,
): readonly JournalEntry[] => {
  const keys = new Set(written.map(({ id, at }) => `${at} ${id}`));
  const waiting = pendingWrites.filter(({ id, at }) => from <= at && at < until && !keys.has(`${at} ${id}`));
  return [...written, ...waiting];
};
