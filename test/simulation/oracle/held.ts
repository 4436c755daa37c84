import type { ProjectId } from '../../../lib/model/ids.ts';
import type { Policy } from '../../../lib/model/policy.ts';
import type { Instant } from '../../../lib/model/time.ts';
import { trueHours } from './matters/true-hours.ts';
import { keeps, pauses, type WordBook } from './word-book.ts';

/** Whether anyone may have held acts back between two instants, or had said no to one of them before. */
export const isHeldByWord = (
  words: WordBook,
  subject: string,
  project: ProjectId,
  from: Instant,
  until: Instant,
): boolean =>
  words.mayHaveHeld(
    (told) =>
      keeps(subject)(told) ||
      pauses(project)(told) ||
      (told.kind === 'answer' && told.verdict === 'denied' && told.subject === subject),
    from,
    until,
  );

/** Whether nothing destructive was to happen at any time between two instants. */
export function isInHours({ businessHours, timezone }: Policy, from: Instant, until: Instant): boolean {
  if (businessHours.length === 0) return false;
  const { isInside, endedAt } = trueHours(businessHours, until, timezone);
  return isInside || (endedAt !== null && endedAt > from);
}
