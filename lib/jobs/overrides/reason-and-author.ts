import { days, type Instant, later } from '../../model/time/time.ts';
import { unsafeCharacters } from '../../model/unsafe-characters.ts';
import type { Claim } from '../../state/override.ts';
import type { OverrideRefusal, OverrideRequest } from './override-outcome.ts';

/** The maximum lengths of texts, in characters: all are shown in messages and terminals. */
const longest = { author: 64, reason: 200, owner: 64, purpose: 100 } as const;
type Text = keyof typeof longest;
/** The maximum duration of an override. */
const longestTime = days(366);

/** Characters that no displayed text may have, and those that end a line or a column. */
const unsafe = new RegExp(`[\\t\\n\\p{Zl}\\p{Zp}]|${unsafeCharacters.source}`, 'u');

/** Returns a sentence on the mistake in a text; `null` if it is valid. */
export function findTextMistake(field: Text, text: string): string | null {
  if (text.trim() === '') return `The ${field} is missing.`;
  if (unsafe.test(text)) return `The ${field} must be one line, without control characters.`;
  const length = [...text.trim()].length;
  return length > longest[field]
    ? `The ${field} may have at most ${longest[field]} characters, not ${length}.`
    : null;
}

type Words = Pick<OverrideRequest, 'author' | 'reason' | 'now' | 'dryRun'> &
  Claim & { readonly until: Instant | null };

/** Returns the refusal of an override with an invalid text or time; `null` if all are valid. */
export function findOverrideRefusal(
  { author, reason, now, until, dryRun, ...claim }: Words,
  isReasonNeeded: boolean,
): OverrideRefusal | null {
  const wrong = (field: Text | 'until', because: string | null): OverrideRefusal | null =>
    because === null ? null : { kind: 'wrong', field, because };
  const isReasonOptional = reason.trim() === '' && (dryRun === true || !isReasonNeeded);
  const claimed = (field: 'owner' | 'purpose') =>
    wrong(field, claim[field] === undefined ? null : findTextMistake(field, claim[field]));
  return (
    wrong('author', findTextMistake('author', author)) ??
    (isReasonOptional ? null : wrong('reason', findTextMistake('reason', reason))) ??
    claimed('owner') ??
    claimed('purpose') ??
    wrong('until', until === null ? null : mistakeInTime(now, until))
  );
}

function mistakeInTime(now: Instant, until: Instant): string | null {
  if (until <= now) return 'The end is in the past.';
  if (until > later(now, longestTime))
    return 'The duration may be at most 366 days. Use the policy for anything longer.';
  return null;
}
