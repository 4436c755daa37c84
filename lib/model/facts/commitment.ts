import * as z from 'zod';
import { Instant, isoInstant } from '../time/time.ts';

/** The end of a resource's commitment: `unknown` when the platform reports a commitment without its end, `null` without a commitment. */
export const CommitmentEnd = z.union([Instant, z.literal('unknown')]).nullable();
export type CommitmentEnd = z.infer<typeof CommitmentEnd>;

/** Reports whether a resource is committed beyond an instant; always, if the end is unknown. */
export const isCommitted = (
  { committedUntil }: { readonly committedUntil: CommitmentEnd },
  at: Instant,
): boolean => committedUntil === 'unknown' || (committedUntil !== null && committedUntil > at);

/** Returns the end of a commitment as data: RFC 3339 in UTC, "unknown", or `null`. */
export const commitmentEnd = (until: CommitmentEnd): string | null =>
  until === null || until === 'unknown' ? until : isoInstant(until);
