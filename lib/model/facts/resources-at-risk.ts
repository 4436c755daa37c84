import * as z from 'zod';
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

/** Returns "2 VMs, 1 disk and 3 images"; `null` when no resource is known. */
export function atRiskInWords({ counts, isPartial }: ResourcesAtRisk): string | null {
  const parts = ResourceKind.options.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${plurals[kind][count === 1 ? 0 : 1]}`];
  });
  const last = parts.at(-1);
  if (last === undefined) return null;
  const all = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  return isPartial ? `at least ${all}` : all;
}

/** The resources at risk: those that are deleted when an account's credit is gone. */
export const ResourcesAtRisk = z.object({
  /** The number of each kind, without kinds of which there is none. */
  counts: z.partialRecord(ResourceKind, z.number().int()),
  /** True if some could not be read, so that there may be more. */
  isPartial: z.boolean(),
});

export type ResourcesAtRisk = z.infer<typeof ResourcesAtRisk>;
