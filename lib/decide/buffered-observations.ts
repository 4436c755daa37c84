import { type BufferedObservation, toBufferedObservations } from '../model/facts/buffered-observation.ts';
import type { Observation } from '../model/facts/observation.ts';
import { areAlike } from '../model/facts/resource.ts';
import { stableHash } from '../model/stable-hash.ts';
import { computeSpan } from '../model/time/time.ts';
import { type Head, listPendingObservations, writtenWithin } from '../state/head.ts';

/** The number of observations that are written together: a larger head would take a second write unit. */
const batchSize = { least: 8, most: 12 } as const;

/** The destination of a head's observations when the head is replaced. */
export type BufferPlan = {
  /** Observations that the next head keeps. */
  readonly waiting: readonly BufferedObservation[];
  /** Observations that go to history before the next head is committed: all, or none. */
  readonly written: readonly Observation[];
};

/**
 * Decides whether a head's observations stay buffered or are written. While resources do not change they stay
 * buffered and are then written together: an item of twelve observations takes one write unit, as one observation
 * does.
 */
export function planBufferedWrites(head: Head, next: Observation): BufferPlan {
  const { target, observation, pendingWrites } = head;
  if (observation === null || observation.kind === 'group') return { waiting: [], written: [] };
  const buffered = [...pendingWrites.buffered, ...toBufferedObservations(observation)];
  const since = buffered[0]?.at ?? observation.at;
  // Each target has its own limit, so that a whole fleet is not written in the same poll.
  const limit = batchSize.least + (stableHash(target) % (batchSize.most - batchSize.least + 1));
  const mayWait = buffered.length < limit && computeSpan(since, next.at) < writtenWithin;
  return mayWait && showsNothingNew(observation, next)
    ? { waiting: buffered, written: [] }
    : { waiting: [], written: listPendingObservations(head) };
}

function showsNothingNew(last: Observation, next: Observation): boolean {
  if (last.kind === 'project' && next.kind === 'project') return areAlike(last.resources, next.resources);
  return last.kind === next.kind;
}
