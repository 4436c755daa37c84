import * as z from 'zod';
import { Instant, isoInstant } from '../time/time.ts';

/** The end of a resource's commitment: `unknown` where the platform shows a commitment and not its end, `null` without one. */
export const CommittedUntil = z.union([Instant, z.literal('unknown')]).nullable();
export type CommittedUntil = z.infer<typeof CommittedUntil>;

/** Whether a resource is committed beyond an instant. One whose end is unknown always is. */
export const isCommitted = (
  { committedUntil }: { readonly committedUntil: CommittedUntil },
  at: Instant,
): boolean => committedUntil === 'unknown' || (committedUntil !== null && committedUntil > at);

/** The end of a commitment as data: RFC 3339 in UTC, "unknown", or `null`. */
export const commitmentEnd = (until: CommittedUntil): string | null =>
  until === null || until === 'unknown' ? until : isoInstant(until);
