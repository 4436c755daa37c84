import { type Head, writtenWithin } from '../model/head.ts';
import type { Sighting } from '../model/observation.ts';
import { areAlike } from '../model/resource.ts';
import { between } from '../model/time.ts';

/** So many looks are written at once, at the most. A head that held more would take a second write unit. */
const mostTogether = 12;

/** Sightings of a head, and where they go when it is replaced. */
export type Sightings = {
  /** Those that the next head holds on to. */
  readonly waiting: readonly Sighting[];
  /** Those that go to history before the next head is committed: all, or none. */
  readonly written: readonly Sighting[];
};

/**
 * What becomes of a head's sightings when there is a newer one. Those of resources that stay as they are wait for one
 * that shows something new, and are written together: a sample of twelve looks takes one write unit, as one look does.
 */
export function sightingsAfter({ sighting, unwritten }: Head, next: Sighting): Sightings {
  if (sighting === null || sighting.kind === 'group') return { waiting: [], written: [] };
  const all = [...unwritten.sightings, sighting];
  const since = all[0]?.at ?? sighting.at;
  const mayWait = all.length < mostTogether && between(since, next.at) < writtenWithin;
  return mayWait && showsNothingNew(sighting, next)
    ? { waiting: all, written: [] }
    : { waiting: [], written: all };
}

function showsNothingNew(last: Sighting, next: Sighting): boolean {
  if (last.kind === 'project' && next.kind === 'project') return areAlike(last.resources, next.resources);
  return last.kind === next.kind;
}
