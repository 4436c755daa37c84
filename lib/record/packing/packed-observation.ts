import * as z from 'zod';
import {
  AccountObservation,
  GroupObservation,
  type Observation,
  ProjectObservation,
} from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { Times } from './columns.ts';
import { PackedResources, packResources, unpackResources } from './packed-resources.ts';
import { withoutDefaults } from './without-defaults.ts';

const ProjectFacts = ProjectObservation.omit({ resources: true, usage: true });
const PackedProject = ProjectFacts.extend({ resources: PackedResources });
const sparse = withoutDefaults(ProjectFacts);
const sparseAccount = withoutDefaults(AccountObservation);

/** An observation with its resources as columns and without its usage samples, which are stored separately. */
export const PackedObservation = z.discriminatedUnion('kind', [
  PackedProject,
  AccountObservation,
  GroupObservation,
]);
export type PackedObservation = z.infer<typeof PackedObservation>;

/** Returns observations of one target, oldest first, in compact form. */
export function packObservations(observations: readonly Observation[]): z.input<typeof PackedObservation>[] {
  return observations.map((observation, index) =>
    packObservation(observation, getResources(observations[index - 1])),
  );
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackObservations(packed: readonly PackedObservation[]): Observation[] {
  const observations: Observation[] = [];
  for (const one of packed) observations.push(unpackObservation(one, getResources(observations.at(-1))));
  return observations;
}

const getResources = (observation: Observation | undefined): readonly Resource[] | null =>
  observation?.kind === 'project' ? observation.resources : null;

function packObservation(
  observation: Observation,
  before: readonly Resource[] | null,
): z.input<typeof PackedObservation> {
  if (observation.kind === 'account') return sparseAccount(z.encode(AccountObservation, observation));
  if (observation.kind === 'group') return z.encode(GroupObservation, observation);
  const { resources, usage: _, ...facts } = observation;
  return { ...sparse(z.encode(ProjectFacts, facts)), resources: packResources(resources, before) };
}

function unpackObservation(packed: PackedObservation, before: readonly Resource[] | null): Observation {
  if (packed.kind !== 'project') return packed;
  return { ...packed, resources: unpackResources(packed.resources, before), usage: [] };
}

/** Buffered observations. Of each resource, only the time when it was observed is stored. */
export const PackedBuffered = z.array(
  z.discriminatedUnion('kind', [ProjectFacts.extend({ seenAt: Times }), AccountObservation]),
);
