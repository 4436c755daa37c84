import { days, type Instant, later } from '../../model/time/time.ts';
import type { Refused } from './override-outcome.ts';

/** Both are printed in messages and terminals, and an override is one small item of the ledger. */
const longest = { author: 64, reason: 200 } as const;
/** What is to hold longer belongs in the policy. */
const longestTime = days(366);

/** Controls, which a terminal obeys, marks that reorder what is read, characters nobody sees, halves of characters. */
const unsafe = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff\ufffe\uffff]/u;

/** What is wrong with a name or a reason; `null` when it can be recorded. */
export function mistakeIn(field: 'author' | 'reason', text: string): string | null {
  if (text.trim() === '') return `The ${field} is missing.`;
  if (unsafe.test(text)) return `The ${field} must be one line, without control characters.`;
  const length = [...text.trim()].length;
  return length > longest[field]
    ? `The ${field} may have ${longest[field]} characters, not ${length}.`
    : null;
}

type Words = {
  readonly author: string;
  readonly reason: string;
  readonly now: Instant;
  readonly until: Instant | null;
  readonly dryRun?: boolean;
};

/** Why a person's words cannot be recorded; `null` when they can. */
export function refusalOf(
  { author, reason, now, until, dryRun }: Words,
  isReasonNeeded: boolean,
): Refused | null {
  const wrong = (field: 'author' | 'reason' | 'until', because: string | null): Refused | null =>
    because === null ? null : { kind: 'wrong', field, because };
  const isReasonLeft = reason.trim() === '' && (dryRun === true || !isReasonNeeded);
  return (
    wrong('author', mistakeIn('author', author)) ??
    (isReasonLeft ? null : wrong('reason', mistakeIn('reason', reason))) ??
    wrong('until', until === null ? null : mistakeInTime(now, until))
  );
}

function mistakeInTime(now: Instant, until: Instant): string | null {
  if (until <= now) return 'The time at which it ends is over already.';
  if (until > later(now, longestTime))
    return 'It may hold for 366 days at most: what is to hold longer belongs in the policy.';
  return null;
}
