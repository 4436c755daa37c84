import * as z from 'zod';
import type { BufferedObservation } from '../../model/facts/buffered-observation.ts';
import {
  AccountObservation,
  GroupObservation,
  type Observation,
  ProjectObservation,
} from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { StoredColumns } from './columns.ts';
import { packResources, packSeenAt, unpackResources, unpackSeenAt } from './packed-resources.ts';
import { withoutDefaults } from './without-defaults.ts';

const ProjectFacts = ProjectObservation.omit({ resources: true, usage: true });
const PackedProject = ProjectFacts.extend({ resources: StoredColumns });
const sparse = withoutDefaults(ProjectFacts);
const sparseAccount = withoutDefaults(AccountObservation);

/** An observation in compact form: its resources as columns, and its usage samples apart. */
export const PackedObservation = z.discriminatedUnion('kind', [
  PackedProject,
  AccountObservation,
  GroupObservation,
]);
export type PackedObservation = z.infer<typeof PackedObservation>;

/** The JSON part of observations of one target, oldest first; the rest is in the bits. */
export function packObservations(
  observations: readonly Observation[],
  bits: BitWriter,
): z.input<typeof PackedObservation>[] {
  return observations.map((observation, index) =>
    packObservation(observation, resourcesOf(observations[index - 1]), bits),
  );
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackObservations(packed: readonly PackedObservation[], bits: BitReader): Observation[] {
  const observations: Observation[] = [];
  for (const one of packed) observations.push(unpackObservation(one, resourcesOf(observations.at(-1)), bits));
  return observations;
}

const resourcesOf = (observation: Observation | undefined): readonly Resource[] | null =>
  observation?.kind === 'project' ? observation.resources : null;

function packObservation(
  observation: Observation,
  before: readonly Resource[] | null,
  bits: BitWriter,
): z.input<typeof PackedObservation> {
  if (observation.kind === 'account') return sparseAccount(z.encode(AccountObservation, observation));
  if (observation.kind === 'group') return z.encode(GroupObservation, observation);
  const { resources, usage: _, ...facts } = observation;
  return { ...sparse(z.encode(ProjectFacts, facts)), resources: packResources(resources, before, bits) };
}

function unpackObservation(
  packed: PackedObservation,
  before: readonly Resource[] | null,
  bits: BitReader,
): Observation {
  if (packed.kind !== 'project') return packed;
  return { ...packed, resources: unpackResources(packed.resources, before, bits), usage: [] };
}

/** A buffered observation in compact form. */
export const PackedBuffered = z.discriminatedUnion('kind', [
  ProjectFacts.extend({ seenAt: StoredColumns }),
  AccountObservation,
]);
export type PackedBuffered = z.infer<typeof PackedBuffered>;

export function packBuffered(poll: BufferedObservation, bits: BitWriter): z.input<typeof PackedBuffered> {
  if (poll.kind === 'account') return sparseAccount(z.encode(AccountObservation, poll));
  const { seenAt, ...facts } = poll;
  return { ...sparse(z.encode(ProjectFacts, facts)), seenAt: packSeenAt(seenAt, bits) };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackBuffered(packed: PackedBuffered, bits: BitReader): BufferedObservation {
  if (packed.kind === 'account') return packed;
  return { ...packed, seenAt: unpackSeenAt(packed.seenAt, bits) };
}
