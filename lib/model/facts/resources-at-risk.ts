import * as z from 'zod';
import { joined } from '../words.ts';
import { ResourceKind } from './resource.ts';

const plurals = {
  vm: ['VM', 'VMs'],
  machine: ['machine', 'machines'],
  cluster: ['cluster', 'clusters'],
  'cluster-machine': ['cluster machine', 'cluster machines'],
  volume: ['volume', 'volumes'],
  disk: ['disk', 'disks'],
  bucket: ['bucket', 'buckets'],
  image: ['image', 'images'],
  network: ['network', 'networks'],
} as const satisfies Record<ResourceKind, readonly [one: string, more: string]>;

/** Returns "VMs" for "vm". */
export const pluralOf = (kind: ResourceKind): string => plurals[kind][1];

/** Returns "2 VMs, 1 disk and 3 images"; `null` when no resource is known. */
export function atRiskInWords({ counts, isPartial }: ResourcesAtRisk): string | null {
  const parts = ResourceKind.options.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${plurals[kind][count === 1 ? 0 : 1]}`];
  });
  if (parts.length === 0) return null;
  return isPartial ? `at least ${joined(parts)}` : joined(parts);
}

/** Returns what is deleted at zero credit, which is everything or only these resources. */
export const lostInWords = (atRisk: ResourcesAtRisk, isAll: boolean): string =>
  atRiskInWords(atRisk) ?? `${isAll ? 'everything' : 'resources'} in its projects`;

/** The resources at risk: those that are deleted when an account's credit is gone. */
export const ResourcesAtRisk = z.object({
  /** The number of each kind, without kinds of which there is none. */
  counts: z.partialRecord(ResourceKind, z.number().int()),
  /** True if some could not be read, so that there may be more. */
  isPartial: z.boolean(),
});

export type ResourcesAtRisk = z.infer<typeof ResourcesAtRisk>;
