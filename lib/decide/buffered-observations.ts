import { type BufferedObservation, bufferedOf } from '../model/facts/buffered-observation.ts';
import type { Observation } from '../model/facts/observation.ts';
import { areAlike } from '../model/facts/resource.ts';
import { type Head, observationsIn, writtenWithin } from '../model/head.ts';
import { stableHash } from '../model/stable-hash.ts';
import { between } from '../model/time/time.ts';

/** So many looks are written at once: a head that held more would take a second write unit. */
const together = { least: 8, most: 12 } as const;

/** Where the observations of a head go when it is replaced. */
export type Buffered = {
  /** What the next head holds on to. */
  readonly waiting: readonly BufferedObservation[];
  /** What goes to history before the next head is committed: all, or none. */
  readonly written: readonly Observation[];
};

/**
 * What becomes of a head's observations when there is a newer one. As long as resources stay as they are they wait for one
 * that shows something new, and are written together: a sample of twelve looks takes one write unit, as one look does.
 */
export function bufferedAfter(head: Head, next: Observation): Buffered {
  const { target, observation, unwritten } = head;
  if (observation === null || observation.kind === 'group') return { waiting: [], written: [] };
  const buffered = [...unwritten.buffered, ...bufferedOf(observation)];
  const since = buffered[0]?.at ?? observation.at;
  // Each target has a limit of its own, so that those of a whole fleet are not all written in the same poll.
  const limit = together.least + (stableHash(target) % (together.most - together.least + 1));
  const mayWait = buffered.length < limit && between(since, next.at) < writtenWithin;
  return mayWait && showsNothingNew(observation, next)
    ? { waiting: buffered, written: [] }
    : { waiting: [], written: observationsIn(head) };
}

function showsNothingNew(last: Observation, next: Observation): boolean {
  if (last.kind === 'project' && next.kind === 'project') return areAlike(last.resources, next.resources);
  return last.kind === next.kind;
}
