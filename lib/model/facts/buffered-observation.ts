import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { AccountObservation, type Observation, ProjectObservation } from './observation.ts';
import type { Resource } from './resource.ts';

/** The fields of a project's observation that may differ from those of a later one with the same resources. */
const ProjectPoll = ProjectObservation.omit({ resources: true, usage: true }).extend({
  seenAt: z.array(Instant),
});

/** An observation without the resources, which the head's observation also holds. */
export const BufferedObservation = z.discriminatedUnion('kind', [ProjectPoll, AccountObservation]);
export type BufferedObservation = z.infer<typeof BufferedObservation>;

/** Returns an observation in its buffered form; empty for a group, which is not polled. */
export function toBufferedObservations(observation: Observation): BufferedObservation[] {
  if (observation.kind === 'group') return [];
  if (observation.kind === 'account') return [observation];
  const { resources, usage: _, ...fields } = observation;
  return [{ ...fields, seenAt: resources.map(({ seenAt }) => seenAt) }];
}

/** Restores an observation with the resources of a later one, which were the same. */
export function restoreObservation(poll: BufferedObservation, later: Observation): Observation {
  if (poll.kind === 'account') return poll;
  const { seenAt, ...fields } = poll;
  const resources = later.kind === 'project' ? later.resources : [];
  return { ...fields, resources: seenAgain(resources, seenAt), usage: [] };
}

/**
 * Returns the same resources, observed at other times.
 * @throws RangeError when the numbers of resources and times differ.
 */
export function seenAgain(resources: readonly Resource[], seenAt: readonly Instant[]): Resource[] {
  if (resources.length !== seenAt.length) throw new RangeError('the previous observation is missing');
  // A spread in place of `assign` takes twenty times as long on Node 20.
  return resources.map((resource, index) => Object.assign({}, resource, { seenAt: seenAt[index] }));
}
