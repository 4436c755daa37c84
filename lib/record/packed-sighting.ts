import * as z from 'zod';
import {
  AccountObservation,
  GroupObservation,
  ProjectObservation,
  type Sighting,
} from '../model/observation.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { StoredColumns } from './columns.ts';
import { packResources, unpackResources } from './packed-resources.ts';
import { packUsage, unpackUsage } from './packed-usage.ts';

const ProjectFacts = ProjectObservation.omit({ resources: true, usage: true });
const PackedProject = ProjectFacts.extend({ resources: StoredColumns, usage: StoredColumns });

/** A sighting in the form that takes the least room: its lists as columns. */
export const PackedSighting = z.discriminatedUnion('kind', [
  PackedProject,
  AccountObservation,
  GroupObservation,
]);
export type PackedSighting = z.infer<typeof PackedSighting>;

/** What JSON can hold of a sighting; the rest goes among the bits. */
export function packSighting(sighting: Sighting, bits: BitWriter): z.input<typeof PackedSighting> {
  if (sighting.kind === 'account') return z.encode(AccountObservation, sighting);
  if (sighting.kind === 'group') return z.encode(GroupObservation, sighting);
  const { resources, usage, ...facts } = sighting;
  return {
    ...z.encode(ProjectFacts, facts),
    resources: packResources(resources, bits),
    usage: packUsage(usage, resources, bits),
  };
}

/** @throws an error that says what is wrong with what was stored. */
export function unpackSighting(packed: PackedSighting, bits: BitReader): Sighting {
  if (packed.kind !== 'project') return packed;
  const resources = unpackResources(packed.resources, bits);
  return { ...packed, resources, usage: unpackUsage(packed.usage, resources, bits) };
}
