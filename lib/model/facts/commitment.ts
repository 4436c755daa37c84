import * as z from 'zod';
import { Instant, isoInstant } from '../time/time.ts';

/**
 * The end of a resource's commitment: `unknown` when the platform reports one without its end, `null` when there is
 * none.
 */
export const CommitmentEnd = z.union([Instant, z.literal('unknown')]).nullable();
export type CommitmentEnd = z.infer<typeof CommitmentEnd>;

/** Reports whether a resource is committed after `at`. A commitment without a known end never ends. */
export const isCommitted = (
  { committedUntil }: { readonly committedUntil: CommitmentEnd },
  at: Instant,
): boolean => committedUntil === 'unknown' || (committedUntil !== null && committedUntil > at);

/** Returns the end of a commitment as data: RFC 3339 in UTC, "unknown", or `null`. */
export const commitmentEnd = (until: CommitmentEnd): string | null =>
  until === null || until === 'unknown' ? until : isoInstant(until);
