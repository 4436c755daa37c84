import * as z from 'zod';
import { ResourceId, type Subject, type TargetId, type VmId } from '../ids.ts';
import type { HourlyPrice } from '../money/money.ts';
import { StoredResourcePrice } from '../money/price.ts';
import { Instant, isoInstant } from '../time/time.ts';
import { CommitmentEnd } from './commitment.ts';
import { UnreadableField } from './unreadable.ts';

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
 * The activity of a resource, derived from the platform's own state. `unknown` never counts as stopped or idle, and a
 * resource that is `gone` is never billed.
 */
export const Activity = z.enum(['running', 'stopped', 'changing', 'failed', 'gone', 'unknown']);
export type Activity = z.infer<typeof Activity>;

/** Reports whether resources of a kind compute, and so can be stopped or powered off. */
export const runs = (kind: ResourceKind): boolean => computing.has(kind);
const computing: ReadonlySet<ResourceKind> = new Set(['vm', 'machine', 'cluster-machine']);

/** A billable resource of a project, as last observed. */
export const Resource = z.object({
  kind: ResourceKind,
  id: ResourceId,
  /** The state as the platform names it, such as `ACTIVE` or `OFF`. */
  state: z.string(),
  activity: Activity,
  /** The current price; `null` when the platform reports none. */
  price: StoredResourcePrice.nullable(),
  /** The time of creation; `null` when the platform does not report it. */
  createdAt: Instant.nullable(),
  /** The time of its last boot; absent where its cloud does not show it. */
  bootedAt: Instant.optional(),
  committedUntil: CommitmentEnd,
  /** The time when the platform deletes it automatically; `null` when it does not. */
  expiresAt: Instant.nullable().default(null),
  vcpus: z.number().int(),
  gpus: z.number().int(),
  gpuModel: z.string().nullable(),
  /** The creator and the data center, where the platform reports them. */
  createdBy: z.string().nullable().default(null),
  dataCenter: z.string().nullable().default(null),
  /** The cluster of a cluster machine. */
  cluster: ResourceId.nullable().default(null),
  /** True if it is in use: a disk by a VM, an image by a disk; `null` when that is unknown. */
  inUse: z.boolean().nullable().default(null),
  sizeGib: z.number().nullable().default(null),
  usedGib: z.number().nullable().default(null),
  /** True if it is stopped with its memory kept, which no image includes. */
  keepsMemory: z.boolean().default(false),
  /**
   * The data that its stop erases, such as "its container disk"; `null` for none. If absent, the profile of its cloud
   * applies, which names the most that a stop may erase.
   */
  erasedByStop: z.string().nullable().optional(),
  /** True if its cloud deletes it at zero credit. If absent, the cloud's profile applies to all of its kind. */
  lostAtZero: z.boolean().optional(),
  /**
   * `null` when it cannot be read, so that it may include a protection. Empty where the cloud has none for this kind.
   */
  metadata: z.record(z.string(), z.string()).nullable(),
  /** The fields of its record that could not be read. While there are any, no destructive action is taken on it. */
  unreadable: z.array(UnreadableField).optional(),
  /** The time when it was last observed; before the observation's time if it was carried over. */
  seenAt: Instant,
  /**
   * The time since which every observation showed it in transitional states, such as starting or stopping; absent in any
   * other state.
   */
  transitionalSince: Instant.optional(),
  /** The time since which a complete list lacks it, while its absence is not proven; absent while it is listed. */
  unlistedSince: Instant.optional(),
});
export type Resource = z.infer<typeof Resource>;

/** Returns the hourly price of a resource in its current state; `null` when it is unknown. */
export const priceNow = ({ price, activity }: Pick<Resource, 'price' | 'activity'>): HourlyPrice | null =>
  price && (activity === 'stopped' ? price.atRest : price.running);

/**
 * Reports whether a resource's cost is an estimate: its price is not quoted, or it is charged although a complete list
 * lacks it.
 */
export const isEstimated = ({ price, unlistedSince }: Pick<Resource, 'price' | 'unlistedSince'>): boolean =>
  price !== null && (price.basis !== 'quoted' || unlistedSince !== undefined);

/** The current hourly cost of a resource, as fields of figures; `price` is `null` if it is unknown. */
export type Cost = { readonly price: HourlyPrice | null; readonly isEstimate?: true | undefined };

export const costNow = (resource: Resource): Cost => ({
  price: priceNow(resource),
  ...(isEstimated(resource) && { isEstimate: true }),
});

/** Reports whether two observations hold the same resources in the same order, equal except for `seenAt`. */
export const areAlike = (lefts: readonly Resource[], rights: readonly Resource[]): boolean =>
  lefts.length === rights.length &&
  lefts.every((left, index) => {
    const right = rights[index];
    return right !== undefined && isAlike(left, right);
  });

function isAlike(left: Resource, right: Resource): boolean {
  if (left === right) return true;
  for (const name of Object.keys(Resource.shape) as (keyof Resource)[]) {
    if (name !== 'seenAt' && left[name] !== right[name] && !hasSameText(left[name], right[name]))
      return false;
  }
  return true;
}

/** Compares prices and metadata by value, as each poll makes new objects of them. */
const hasSameText = (left: unknown, right: unknown): boolean =>
  typeof left === 'object' && typeof right === 'object' && JSON.stringify(left) === JSON.stringify(right);

/** Returns a resource's key, unique within its project: "vm/train-7b". */
export const toResourceKey = ({ kind, id }: Pick<Resource, 'kind' | 'id'>): string => `${kind}/${id}`;

/** Returns a resource's subject. Its parts were validated when they were read. */
export const toResourceSubject = (project: TargetId, resource: Pick<Resource, 'kind' | 'id'>): Subject =>
  `${project}/${toResourceKey(resource)}` as Subject;

const episodes = new WeakMap<object, string>();

/**
 * Returns the time of creation as text, which distinguishes a resource from an earlier one of the same name; empty when
 * it is unknown. It is cached for all rules, since a resource never changes after it is read.
 */
export function getEpisode(resource: Pick<Resource, 'createdAt'>): string {
  const text = episodes.get(resource);
  if (text !== undefined) return text;
  const episode = resource.createdAt === null ? '' : isoInstant(resource.createdAt);
  episodes.set(resource, episode);
  return episode;
}

/** The effect of a stop that a resource reports for itself, in addition to the effect for its kind. */
export type RestEffect = Pick<Resource, 'erasedByStop'> & {
  /** Its hourly cost once it is stopped, if that differs from its cost while it runs. */
  readonly continuesAt?: HourlyPrice | undefined;
};

/** Returns the effect of a stop that a resource reports for itself, for later messages; empty if it reports none. */
export const toRestEffect = ({
  erasedByStop,
  price,
}: Pick<Resource, 'erasedByStop' | 'price'>): RestEffect => ({
  ...(erasedByStop !== undefined && { erasedByStop }),
  ...(price !== null && !price.atRest.eq(price.running) && { continuesAt: price.atRest }),
});

export const castToVmId = (vm: Pick<Resource, 'id'>): VmId => vm.id as string as VmId;

/** Returns the name in a resource's metadata; `undefined` when it has none or the name is its ID. */
export const getGivenName = ({ id, metadata }: Pick<Resource, 'id' | 'metadata'>): string | undefined => {
  const name = metadata?.['name'];
  return name === '' || name === String(id) ? undefined : name;
};

/** Returns "8 x H100", "16 cores" or "100 GiB"; empty for a resource without any known size. */
export function sizeInWords({ gpus, gpuModel, vcpus, sizeGib }: Resource): string {
  if (gpus > 0) return `${gpus} x ${gpuModel ?? 'GPU'}`;
  if (vcpus > 0) return `${vcpus} cores`;
  return sizeGib === null ? '' : `${sizeGib} GiB`;
}
