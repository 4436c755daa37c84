import { days, earlier, type Instant, later, latest, milliseconds, type Span } from '../model/time/time.ts';
import { checkMoment, type HistoryKind } from './keys.ts';

/** How long what is written of a moment is kept; `null` for good, as are heads and the control record. */
const keptFor: Readonly<Record<HistoryKind, Span | null>> = {
  observed: days(35),
  use: days(35),
  hour: days(400),
  day: days(5 * 366),
  month: null,
  log: days(5 * 366),
};

/** Epoch seconds, as the table's time to live wants them, rounded up. */
export function expiryOf(kind: HistoryKind, at: Instant): number | null {
  const kept = keptFor[kind];
  return kept === null ? null : Math.ceil(later(at, kept) / 1_000);
}

/**
 * The earliest moment of `[from, until)` whose history has not expired by `until`. DynamoDB takes up
 * to 48 hours to delete what has expired, and an embedded ledger never does: what a reader gets must
 * not depend on it.
 * @throws LedgerError for a moment outside of the years 0 to 9999.
 */
export function firstKept(kind: HistoryKind, from: Instant, until: Instant): Instant {
  checkMoment(from);
  checkMoment(until);
  const kept = keptFor[kind];
  return kept === null ? from : latest(from, later(earlier(until, kept), milliseconds(1)));
}
