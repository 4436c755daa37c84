import { earlier, type Instant, later, milliseconds, type Span } from '../../../lib/model/time/time.ts';
import type { Override } from '../../../lib/state/override.ts';
import type { Observer } from '../observer.ts';
import { startsAs } from './true-protection.ts';

type Placed = { readonly override: Override; until: Instant };

/** The overrides of people, and their durations. */
export type OverrideBook = {
  /** Returns an override that held throughout two instants, by any clock. */
  heldThroughout(isIt: IsIt, from: Instant, until: Instant): Override | undefined;
  /** Reports whether one may have held at any time between two instants. */
  mayHaveHeld(isIt: IsIt, from: Instant, until: Instant): boolean;
  /** Returns the last matching override before an instant, revoked or not. */
  lastPlaced(isIt: IsIt, before: Instant): Override | undefined;
};
type IsIt = (override: Override) => boolean;

export function overrideBook(now: () => Instant, skew: Span): Observer & OverrideBook {
  const all: Placed[] = [];
  const doubt = milliseconds(2 * skew);
  const end = (id: string): void => {
    for (const placed of all) if (placed.override.id === id && placed.until > now()) placed.until = now();
  };
  return {
    overridden(override) {
      end(override.id);
      all.push({ override, until: override.until });
    },
    withdrawn: end,
    heldThroughout: (isIt, from, until) =>
      all.find(
        (placed) =>
          isIt(placed.override) &&
          later(placed.override.at, doubt) <= from &&
          until < earlier(placed.until, doubt),
      )?.override,
    mayHaveHeld: (isIt, from, until) =>
      all.some(
        (placed) =>
          isIt(placed.override) &&
          earlier(placed.override.at, doubt) <= until &&
          from <= later(placed.until, doubt),
      ),
    lastPlaced: (isIt, before) =>
      all.findLast(({ override }) => isIt(override) && override.at <= before)?.override,
  };
}

export const keeps =
  (subject: string): IsIt =>
  (override) =>
    override.kind === 'keep' && startsAs(override.subject, subject);

export const pauses =
  (project: string): IsIt =>
  (override) =>
    override.kind === 'pause' && (override.project === undefined || startsAs(override.project, project));

export const answers =
  (announcement: string, subject: string): IsIt =>
  (override) =>
    override.kind === 'answer' && override.announcement === announcement && override.subject === subject;
