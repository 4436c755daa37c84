import type { Sighting } from '../model/facts/observation.ts';
import type { Head } from '../model/head.ts';
import { type Instant, latest } from '../model/time/time.ts';

/** Runs side by side may commit in another order than they looked. */
export const lookedAt = (head: Head, at: Instant): Instant => latest(head.lookedAt ?? at, at);

/** Since when each part fails. One that does is asked for in every look, unless there is nothing left to ask about. */
export function failingSince(head: Head, { at, missing }: Sighting): Head['failingSince'] {
  return Object.fromEntries(missing.map(({ part }) => [part, head.failingSince[part] ?? at]));
}

/** A platform that answers with an older report than before has not taken the newer one back. */
export function reportedUntil(head: Head, sighting: Sighting): Instant | null {
  if (sighting.kind === 'group' || sighting.spend === null) return head.reportedUntil;
  return latest(sighting.spend.until, head.reportedUntil ?? sighting.spend.until);
}
