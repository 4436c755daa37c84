import type { ProjectId } from '../../../../lib/model/ids.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Window } from '../../../../lib/model/time/window.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import { trueHours } from '../matters/true-hours.ts';
import { keeps, type OverrideBook, pauses } from '../override-book.ts';

/** Reports whether an override may have held actions back between two instants, or denied one before. */
export const isHeldByOverride = (
  overrides: OverrideBook,
  subject: string,
  project: ProjectId,
  from: Instant,
  until: Instant,
): boolean =>
  overrides.mayHaveHeld(
    (override) =>
      keeps(subject)(override) ||
      pauses(project)(override) ||
      (override.kind === 'answer' && override.verdict === 'denied' && override.subject === subject),
    from,
    until,
  );

/** Reports whether destructive actions were forbidden at any time between two instants. */
export const isInHours = ({ businessHours, timezone }: Policy, from: Instant, until: Instant): boolean =>
  isWithin(businessHours, timezone, from, until);

/** Reports whether a route had quiet hours at any time between two instants: its announcements wait for their end. */
export const mayHaveRested = ({ routes, timezone }: Policy, from: Instant, until: Instant): boolean =>
  (routes ?? []).some(({ quiet }) => isWithin(quiet, timezone, from, until));

function isWithin(windows: readonly Window[], zone: string, from: Instant, until: Instant): boolean {
  if (windows.length === 0) return false;
  const { isInside, endedAt } = trueHours(windows, until, zone);
  return isInside || (endedAt !== null && endedAt > from);
}
