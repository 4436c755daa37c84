import * as z from 'zod';
import { TargetId, toTarget } from './ids.ts';
import { stableHash } from './stable-hash.ts';

/** One of `count` parts of all targets; `index` counts from 0. */
export type Shard = { readonly index: number; readonly count: number };

export const wholeFleet: Shard = { index: 0, count: 1 };

/** The number of ledger partitions that heads are divided into. Shards take whole partitions where there are enough. */
export const partitionCount = 16;

/** Returns the ledger partition of a target's head. */
export const computePartition = (target: TargetId): number => mixed(stableHash(target)) % partitionCount;

/** Reports whether a partition can contain heads of a shard's projects. */
export const coversPartition = ({ index, count }: Shard, partition: number): boolean =>
  count <= partitionCount ? partition % count === index : partition === index % partitionCount;

/** Reports whether a run of a shard reads a target: its own projects, and all accounts and groups. */
export const concerns = (shard: Shard, target: TargetId): boolean =>
  toTarget(target).kind !== 'project' || isInShard(target, shard);

/**
 * Reports whether a target belongs to a shard. Accounts and groups, which are judged from the heads of many, belong
 * to the first; a project belongs to the shard of its partition, or to one of those that share it.
 */
export function isInShard(target: TargetId, { index, count }: Shard): boolean {
  if (toTarget(target).kind !== 'project') return index === 0;
  const partition = computePartition(target);
  if (count <= partitionCount) return partition % count === index;
  const shardsSharing = Math.ceil((count - partition) / partitionCount);
  const position = Math.floor(mixed(stableHash(target)) / partitionCount) % shardsSharing;
  return partition + position * partitionCount === index;
}

/**
 * Applies the finalizer of MurmurHash3. Without it, names that differ in a digit or two, as those of projects often do,
 * leave some shards twice as full as others.
 */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

/** The targets that a run of `watch` on one of several shards hands to `act`. */
export const HandedTargets = z.object({
  index: z.number().int().min(1),
  count: z.number().int().min(2),
  act: z.array(TargetId),
});
export type HandedTargets = z.infer<typeof HandedTargets>;

/** The record with which Lambda invokes a destination after a successful run; its payload is the run's return value. */
export const HandingOver = z.object({ responsePayload: HandedTargets });
