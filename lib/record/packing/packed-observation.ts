import * as z from 'zod';
import type { Look } from '../../model/facts/buffered-observation.ts';
import {
  AccountObservation,
  GroupObservation,
  ProjectObservation,
  type Sighting,
} from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { StoredColumns } from './columns.ts';
import { packResources, packSeenAt, unpackResources, unpackSeenAt } from './packed-resources.ts';

const ProjectFacts = ProjectObservation.omit({ resources: true, usage: true });
const PackedProject = ProjectFacts.extend({ resources: StoredColumns });

/** A sighting in the form that takes the least room: its resources as columns, and what monitors told apart from it. */
export const PackedSighting = z.discriminatedUnion('kind', [
  PackedProject,
  AccountObservation,
  GroupObservation,
]);
export type PackedSighting = z.infer<typeof PackedSighting>;

/** What JSON can hold of sightings of one target, oldest first; the rest goes among the bits. */
export function packSightings(
  sightings: readonly Sighting[],
  bits: BitWriter,
): z.input<typeof PackedSighting>[] {
  return sightings.map((sighting, index) => packSighting(sighting, resourcesOf(sightings[index - 1]), bits));
}

/** @throws an error that says what is wrong with what was stored. */
export function unpackSightings(packed: readonly PackedSighting[], bits: BitReader): Sighting[] {
  const sightings: Sighting[] = [];
  for (const one of packed) sightings.push(unpackSighting(one, resourcesOf(sightings.at(-1)), bits));
  return sightings;
}

const resourcesOf = (sighting: Sighting | undefined): readonly Resource[] | null =>
  sighting?.kind === 'project' ? sighting.resources : null;

function packSighting(
  sighting: Sighting,
  before: readonly Resource[] | null,
  bits: BitWriter,
): z.input<typeof PackedSighting> {
  if (sighting.kind === 'account') return z.encode(AccountObservation, sighting);
  if (sighting.kind === 'group') return z.encode(GroupObservation, sighting);
  const { resources, usage: _, ...facts } = sighting;
  return { ...z.encode(ProjectFacts, facts), resources: packResources(resources, before, bits) };
}

function unpackSighting(
  packed: PackedSighting,
  before: readonly Resource[] | null,
  bits: BitReader,
): Sighting {
  if (packed.kind !== 'project') return packed;
  return { ...packed, resources: unpackResources(packed.resources, before, bits), usage: [] };
}

/** A look in the form that takes the least room. */
export const PackedLook = z.discriminatedUnion('kind', [
  ProjectFacts.extend({ seenAt: StoredColumns }),
  AccountObservation,
]);
export type PackedLook = z.infer<typeof PackedLook>;

export function packLook(look: Look, bits: BitWriter): z.input<typeof PackedLook> {
  if (look.kind === 'account') return z.encode(AccountObservation, look);
  const { seenAt, ...facts } = look;
  return { ...z.encode(ProjectFacts, facts), seenAt: packSeenAt(seenAt, bits) };
}

/** @throws an error that says what is wrong with what was stored. */
export function unpackLook(packed: PackedLook, bits: BitReader): Look {
  if (packed.kind === 'account') return packed;
  return { ...packed, seenAt: unpackSeenAt(packed.seenAt, bits) };
}
