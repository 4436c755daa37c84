import { days, earlier, type Instant, later, latest, milliseconds, type Span } from '../model/time/time.ts';
import { checkMoment, type HistoryKind } from './keys.ts';

/** The retention of each kind of history. Heads and the control record never expire. */
const keptFor: Readonly<Record<HistoryKind, Span | null>> = {
  observed: days(35),
  use: days(35),
  hour: days(400),
  day: days(5 * 366),
  month: null,
  past: null,
  log: days(5 * 366),
};

/** The retention of pushes. The turn that reads one stores its figures as usage samples. */
export const pushesKept: Span = days(2);

/** Returns the expiry of history in epoch seconds, rounded up; `null` if it never expires. */
export function computeExpiry(kind: HistoryKind, at: Instant): number | null {
  const span = keptFor[kind];
  return span === null ? null : Math.ceil(later(at, span) / 1_000);
}

/**
 * Returns the earliest instant of `[from, until)` whose history has not expired by `until`. DynamoDB takes up
 * to 48 hours to delete expired items, and an embedded ledger never does; reads must not depend on that.
 * @throws LedgerError for an instant outside of the years 0 to 9999.
 */
export function firstKept(kind: HistoryKind, from: Instant, until: Instant): Instant {
  checkMoment(from);
  checkMoment(until);
  const span = keptFor[kind];
  return span === null ? from : latest(from, later(earlier(until, span), milliseconds(1)));
}
