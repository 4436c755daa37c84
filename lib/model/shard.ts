import * as z from 'zod';
import { TargetId, toTarget } from './ids.ts';
import { stableHash } from './stable-hash.ts';

/** One of `count` parts of all targets, `index` from 0. */
export type Shard = { readonly index: number; readonly count: number };

/** All targets. */
export const wholeFleet: Shard = { index: 0, count: 1 };

/** The number of ledger partitions that heads are divided into. Shards take whole partitions where there are enough. */
export const partitionCount = 16;

/** Returns the partition of the ledger that a target's head lies in. */
export const computePartition = (target: TargetId): number => mixed(stableHash(target)) % partitionCount;

/** Reports whether a partition can hold heads of a shard's projects. */
export const coversPartition = ({ index, count }: Shard, partition: number): boolean =>
  count <= partitionCount ? partition % count === index : partition === index % partitionCount;

/** Reports whether a run of a shard reads a target: its own projects, and all accounts and groups. */
export const concerns = (shard: Shard, target: TargetId): boolean =>
  toTarget(target).kind !== 'project' || isInShard(target, shard);

/**
 * Reports whether a target belongs to a shard. Accounts and groups, which are judged from the heads of many, belong
 * to the first; a project belongs to the shard that takes its partition, or to one of those that share it.
 */
export function isInShard(target: TargetId, { index, count }: Shard): boolean {
  if (toTarget(target).kind !== 'project') return index === 0;
  const partition = computePartition(target);
  if (count <= partitionCount) return partition % count === index;
  const sharing = Math.ceil((count - partition) / partitionCount);
  const place = Math.floor(mixed(stableHash(target)) / partitionCount) % sharing;
  return partition + place * partitionCount === index;
}

/**
 * Applies the finalizer of MurmurHash3. Without it, names that differ in a digit or two, as those of projects often do,
 * leave some shards twice as full as others.
 */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** The targets that a run of `watch` over one of several shards hands to `act`. */
export const HandedTargets = z.object({
  index: z.number().int().min(1),
  count: z.number().int().min(2),
  act: z.array(TargetId),
});
export type HandedTargets = z.infer<typeof HandedTargets>;

/** The record with which Lambda invokes a destination after a successful run; its payload is the run's return value. */
export const HandingOver = z.object({ responsePayload: HandedTargets });
