import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { AccountObservation, type Observation, ProjectObservation } from './observation.ts';
import type { Resource } from './resource.ts';

/** A look at a project at which all was as a later one shows it: what is its own, and when each resource was seen. */
const ProjectPoll = ProjectObservation.omit({ resources: true, usage: true }).extend({
  seenAt: z.array(Instant),
});

/** An observation without what the observation of its head holds as well. */
export const BufferedObservation = z.discriminatedUnion('kind', [ProjectPoll, AccountObservation]);
export type BufferedObservation = z.infer<typeof BufferedObservation>;

/** What is an observation's own; groups have no looks of their own. */
export function bufferedOf(observation: Observation): BufferedObservation[] {
  if (observation.kind === 'group') return [];
  if (observation.kind === 'account') return [observation];
  const { resources, usage: _, ...own } = observation;
  return [{ ...own, seenAt: resources.map(({ seenAt }) => seenAt) }];
}

/** The observation that a look was, by a later one that shows the same. */
export function observationOf(poll: BufferedObservation, later: Observation): Observation {
  if (poll.kind === 'account') return poll;
  const { seenAt, ...own } = poll;
  const shown = later.kind === 'project' ? later.resources : [];
  return { ...own, resources: seenAgain(shown, seenAt), usage: [] };
}

/**
 * The same resources, seen at other times.
 * @throws RangeError when they are not as many as the times.
 */
export function seenAgain(resources: readonly Resource[], seenAt: readonly Instant[]): Resource[] {
  if (resources.length !== seenAt.length) throw new RangeError('what it goes on from is not there');
  // A spread in place of `assign` takes twenty times as long on Node 20.
  return resources.map((resource, index) => Object.assign({}, resource, { seenAt: seenAt[index] }));
}
