import type { TargetId } from '../model/ids.ts';
import type { JournalEntry } from '../model/journal.ts';
import type { Instant } from '../model/time/time.ts';

/** A line of the audit log, with the target that it is of. */
export type LogLine = JournalEntry & { readonly target: TargetId };

export type LogFilter = {
  /** Acts only: what was decided, asked for, done, called off or held back; not what was found and said. */
  readonly actsOnly: boolean;
  readonly isAsked: (line: LogLine) => boolean;
};

const aboutActions: ReadonlySet<JournalEntry['event']> = new Set([
  'decided',
  'held',
  'asked',
  'confirmed',
  'cancelled',
  'failed',
  'started-again',
  'ended',
]);

/** The audit log of several targets as one, the newest first. */
export function actionsOf(
  logs: ReadonlyMap<TargetId, readonly JournalEntry[]>,
  { actsOnly, isAsked }: LogFilter,
): readonly LogLine[] {
  return [...logs]
    .flatMap(([target, entries]) => entries.map((entry): LogLine => ({ ...entry, target })))
    .filter((line) => (!actsOnly || aboutActions.has(line.event)) && isAsked(line))
    .toSorted((left, right) => right.at - left.at);
}

/** What the head holds of the log and has not written yet belongs to it. */
export const withUnwritten = (
  written: readonly JournalEntry[],
  unwritten: readonly JournalEntry[],
  from: Instant,
  until: Instant,
): readonly JournalEntry[] => {
  const known = new Set(written.map(({ id, at }) => `${at} ${id}`));
  const waiting = unwritten.filter(({ id, at }) => from <= at && at < until && !known.has(`${at} ${id}`));
  return [...written, ...waiting];
};
