import * as z from 'zod';
import { type ProjectId, ResourceId, type Subject, type VmId } from '../ids.ts';
import { StoredPrice } from '../money/money.ts';
import { Instant, isoInstant } from '../time/time.ts';
import { CommittedUntil } from './commitment.ts';
import { Unreadable } from './unreadable.ts';

export const ResourceKind = z.enum([
  'vm',
  'machine',
  'cluster',
  'cluster-machine',
  'volume',
  'disk',
  'bucket',
  'image',
  'network',
]);
export type ResourceKind = z.infer<typeof ResourceKind>;

/**
 * Whether a resource runs, as far as the platform's own state says. `unknown` is never read as
 * stopped or idle; `gone` is the only one that is not billed.
 */
export const Activity = z.enum(['running', 'stopped', 'changing', 'failed', 'gone', 'unknown']);
export type Activity = z.infer<typeof Activity>;

/** Whether a resource of this kind computes, and so can be stopped or switched off; others are there or not. */
export const runs = (kind: ResourceKind): boolean => computing.has(kind);
const computing: ReadonlySet<ResourceKind> = new Set(['vm', 'machine', 'cluster-machine']);

/**
 * The platform bills these by their size, and their records show no price; what they cost comes in with reported
 * spend. That of a detached disk is known where its data center shows what a GiB costs.
 */
const unpriced: ReadonlySet<ResourceKind> = new Set(['disk', 'image']);
/** Whether the platform's record of such a resource carries a price. */
export const hasPrice = (kind: ResourceKind): boolean => !unpriced.has(kind);

/** Anything in a project that can be billed, as last seen. */
export const Resource = z.object({
  kind: ResourceKind,
  id: ResourceId,
  /** The platform's own word for its state, such as `ACTIVE` or `OFF`. */
  state: z.string(),
  activity: Activity,
  /** What it costs now; `null` when the platform gives no price. */
  price: StoredPrice.nullable(),
  /** When it came to be; `null` when the platform does not say. */
  createdAt: Instant.nullable(),
  committedUntil: CommittedUntil,
  /** When the platform deletes it by itself; `null` where it does not. */
  expiresAt: Instant.nullable().default(null),
  vcpus: z.number().int(),
  gpus: z.number().int(),
  gpuModel: z.string().nullable(),
  /** Where the platform says who made it, and in which data center it is. */
  createdBy: z.string().nullable().default(null),
  dataCenter: z.string().nullable().default(null),
  /** The cluster that a machine of a cluster belongs to. */
  cluster: ResourceId.nullable().default(null),
  /** Whether anything uses it: a disk its VM, an image a disk; `null` when that cannot be told. */
  inUse: z.boolean().nullable().default(null),
  sizeGib: z.number().nullable().default(null),
  usedGib: z.number().nullable().default(null),
  /** `null` when the platform does not show it: then nobody can say that it holds no protection. */
  metadata: z.record(z.string(), z.string()).nullable(),
  /** What of its record could not be read; nothing destructive is done to it while there is any. */
  unreadable: z.array(Unreadable).optional(),
  /** When it was last seen itself; earlier than the observation it stands in when it was carried over. */
  seenAt: Instant,
});
export type Resource = z.infer<typeof Resource>;

/** Whether two looks showed the same: of the same resources, in the same order, all but when they were seen. */
export const areAlike = (some: readonly Resource[], others: readonly Resource[]): boolean =>
  some.length === others.length &&
  some.every((one, index) => {
    const other = others[index];
    return other !== undefined && isAlike(one, other);
  });

function isAlike(one: Resource, other: Resource): boolean {
  if (one === other) return true;
  for (const name of Object.keys(Resource.shape) as (keyof Resource)[]) {
    if (name !== 'seenAt' && one[name] !== other[name] && !hasSameText(one[name], other[name])) return false;
  }
  return true;
}

/** Prices and metadata, of which each look makes its own. */
const hasSameText = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);

/** A resource's name among all that spendwatch speaks of. Made of names that were read, so not read again. */
export const subjectOf = (project: ProjectId, resource: Pick<Resource, 'kind' | 'id'>): Subject =>
  `project/${project}/${resource.kind}/${resource.id}` as Subject;

/** Tells a resource from another that had its name before: when it came to be. */
export const episodeOf = ({ createdAt }: Pick<Resource, 'createdAt'>): string =>
  createdAt === null ? '' : isoInstant(createdAt);

/** The id of a resource that is a VM, as the operations on VMs take it. */
export const vmIdOf = (vm: Pick<Resource, 'id'>): VmId => vm.id as string as VmId;
