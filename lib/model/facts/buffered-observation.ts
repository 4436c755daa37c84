import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { AccountObservation, ProjectObservation, type Sighting } from './observation.ts';
import type { Resource } from './resource.ts';

/** A look at a project at which all was as a later one shows it: what is its own, and when each resource was seen. */
const ProjectLook = ProjectObservation.omit({ resources: true, usage: true }).extend({
  seenAt: z.array(Instant),
});

/** A sighting without what the sighting of its head holds as well. */
export const Look = z.discriminatedUnion('kind', [ProjectLook, AccountObservation]);
export type Look = z.infer<typeof Look>;

/** What is a sighting's own; groups have no looks of their own. */
export function looksOf(sighting: Sighting): Look[] {
  if (sighting.kind === 'group') return [];
  if (sighting.kind === 'account') return [sighting];
  const { resources, usage: _, ...own } = sighting;
  return [{ ...own, seenAt: resources.map(({ seenAt }) => seenAt) }];
}

/** The sighting that a look was, by a later one that shows the same. */
export function sightingOf(look: Look, later: Sighting): Sighting {
  if (look.kind === 'account') return look;
  const { seenAt, ...own } = look;
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
