import type { CommittedUntil } from '../../../model/facts/commitment.ts';
import { isUnreadable, type ReadInPart } from '../../../model/facts/unreadable.ts';
import { monthsLater } from '../../../model/time/period.ts';
import { type Instant, instant, readInstant } from '../../../model/time/time.ts';

/** A commitment as the platform reports it: always the term, and only sometimes its end. */
type Shown = ReadInPart & {
  readonly commitmentTerm?: string | null | undefined;
  readonly commitmentEndTime?: string | null | undefined;
};

const noTerm = 'COMMITMENT_TERM_NONE';
/** Matches COMMITMENT_TERM_1_MONTH and COMMITMENT_TERM_12_MONTHS. */
const monthsIn = /^COMMITMENT_TERM_([1-9]\d{0,2})_MONTHS?$/;
const epoch = instant(0);

/**
 * Returns until when a resource is committed: the end that the platform shows, or else its creation and the term in
 * calendar months (UTC). An unknown or unreadable term is a commitment with an unknown end.
 */
export function committedUntil(shownBy: Shown, createdAt: Instant | null): CommittedUntil {
  const { commitmentTerm: term, commitmentEndTime: end } = shownBy;
  const shown = end ? readInstant(end) : undefined;
  // An end before the beginning is an unset field.
  if (shown !== undefined && shown > (createdAt ?? epoch)) return shown;
  if (isUnreadable(shownBy, 'commitmentTerm', 'commitmentEndTime')) return 'unknown';
  if (!term || term === noTerm) return null;
  const [, months] = monthsIn.exec(term) ?? [];
  return months === undefined || createdAt === null
    ? 'unknown'
    : monthsLater(createdAt, Number(months), 'UTC');
}
