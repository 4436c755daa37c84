import { type Look, looksOf } from '../model/facts/buffered-observation.ts';
import type { Sighting } from '../model/facts/observation.ts';
import { areAlike } from '../model/facts/resource.ts';
import { type Head, sightingsIn, writtenWithin } from '../model/head.ts';
import { stableHash } from '../model/stable-hash.ts';
import { between } from '../model/time/time.ts';

/** So many looks are written at once: a head that held more would take a second write unit. */
const together = { least: 8, most: 12 } as const;

/** Where the sightings of a head go when it is replaced. */
export type Looks = {
  /** What the next head holds on to. */
  readonly waiting: readonly Look[];
  /** What goes to history before the next head is committed: all, or none. */
  readonly written: readonly Sighting[];
};

/**
 * What becomes of a head's sightings when there is a newer one. As long as resources stay as they are they wait for one
 * that shows something new, and are written together: a sample of twelve looks takes one write unit, as one look does.
 */
export function looksAfter(head: Head, next: Sighting): Looks {
  const { target, sighting, unwritten } = head;
  if (sighting === null || sighting.kind === 'group') return { waiting: [], written: [] };
  const looks = [...unwritten.looks, ...looksOf(sighting)];
  const since = looks[0]?.at ?? sighting.at;
  // Each target has a limit of its own, so that those of a whole fleet are not all written in the same poll.
  const limit = together.least + (stableHash(target) % (together.most - together.least + 1));
  const mayWait = looks.length < limit && between(since, next.at) < writtenWithin;
  return mayWait && showsNothingNew(sighting, next)
    ? { waiting: looks, written: [] }
    : { waiting: [], written: sightingsIn(head) };
}

function showsNothingNew(last: Sighting, next: Sighting): boolean {
  if (last.kind === 'project' && next.kind === 'project') return areAlike(last.resources, next.resources);
  return last.kind === next.kind;
}
