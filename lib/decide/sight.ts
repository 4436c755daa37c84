import type { Observation } from '../model/facts/observation.ts';
import type { Head } from '../model/head.ts';
import { type Instant, latest } from '../model/time/time.ts';

/** Runs side by side may commit in another order than they looked. */
export const polledAt = (head: Head, at: Instant): Instant => latest(head.polledAt ?? at, at);

/** Since when each part fails. One that does is asked for in every look, unless there is nothing left to ask about. */
export function failingSince(head: Head, { at, missing }: Observation): Head['failingSince'] {
  return Object.fromEntries(missing.map(({ part }) => [part, head.failingSince[part] ?? at]));
}

/** A platform that answers with an older report than before has not taken the newer one back. */
export function reportedUntil(head: Head, observation: Observation): Instant | null {
  if (observation.kind === 'group' || observation.spend === null) return head.reportedUntil;
  return latest(observation.spend.until, head.reportedUntil ?? observation.spend.until);
}
