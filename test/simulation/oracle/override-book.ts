import type { Override } from '../../../lib/model/override.ts';
import { earlier, type Instant, later, milliseconds, type Span } from '../../../lib/model/time/time.ts';
import type { Observer } from '../observer.ts';
import { startsAs } from './true-protection.ts';

type Spoken = { readonly told: Override; until: Instant };

/** The overrides of people, and their durations. */
export type OverrideBook = {
  /** Returns an override that held throughout two instants, by any clock. */
  heldThroughout(isIt: IsIt, from: Instant, until: Instant): Override | undefined;
  /** Reports whether one may have held at any time between two instants. */
  mayHaveHeld(isIt: IsIt, from: Instant, until: Instant): boolean;
  /** Returns the last matching override before an instant, revoked or not. */
  lastTold(isIt: IsIt, before: Instant): Override | undefined;
};
type IsIt = (told: Override) => boolean;

export function overrideBook(now: () => Instant, skew: Span): Observer & OverrideBook {
  const all: Spoken[] = [];
  const doubt = milliseconds(2 * skew);
  const end = (id: string): void => {
    for (const spoken of all) if (spoken.told.id === id && spoken.until > now()) spoken.until = now();
  };
  return {
    overridden(told) {
      end(told.id);
      all.push({ told, until: told.until });
    },
    withdrawn: end,
    heldThroughout: (isIt, from, until) =>
      all.find(
        (spoken) =>
          isIt(spoken.told) && later(spoken.told.at, doubt) <= from && until < earlier(spoken.until, doubt),
      )?.told,
    mayHaveHeld: (isIt, from, until) =>
      all.some(
        (spoken) =>
          isIt(spoken.told) && earlier(spoken.told.at, doubt) <= until && from <= later(spoken.until, doubt),
      ),
    lastTold: (isIt, before) => all.findLast(({ told }) => isIt(told) && told.at <= before)?.told,
  };
}

export const keeps =
  (subject: string): IsIt =>
  (told) =>
    told.kind === 'keep' && startsAs(told.subject, subject);

export const pauses =
  (project: string): IsIt =>
  (told) =>
    told.kind === 'pause' && (told.project === undefined || startsAs(told.project, project));

export const answers =
  (announcement: string, subject: string): IsIt =>
  (told) =>
    told.kind === 'answer' && told.announcement === announcement && told.subject === subject;
