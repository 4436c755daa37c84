import { type TargetId, targetOf } from './ids.ts';
import { stableHash } from './stable-hash.ts';

/** One of `count` parts of all targets, `index` from 0. */
export type Shard = { readonly index: number; readonly count: number };

/** All targets. */
export const wholeFleet: Shard = { index: 0, count: 1 };

/** Into so many partitions of the ledger heads are divided; a shard takes whole ones, as far as there are enough. */
export const partitionCount = 16;

/** Returns the partition of the ledger that a target's head lies in. */
export const partitionOf = (target: TargetId): number => mixed(stableHash(target)) % partitionCount;

/** Whether any project whose head lies in a partition belongs to a shard. */
export const takesFrom = ({ index, count }: Shard, partition: number): boolean =>
  count <= partitionCount ? partition % count === index : partition === index % partitionCount;

/** Whether a run of a shard is concerned with a target: with its own projects, and with all accounts and groups. */
export const concerns = (shard: Shard, target: TargetId): boolean =>
  targetOf(target).kind !== 'project' || isInShard(target, shard);

/**
 * Whether a target belongs to a shard. Accounts and groups, which are judged from the heads of many, belong to the
 * first; a project belongs to the shard that takes its partition, or to one of those that share it.
 */
export function isInShard(target: TargetId, { index, count }: Shard): boolean {
  if (targetOf(target).kind !== 'project') return index === 0;
  const partition = partitionOf(target);
  if (count <= partitionCount) return partition % count === index;
  const sharing = Math.ceil((count - partition) / partitionCount);
  const place = Math.floor(mixed(stableHash(target)) / partitionCount) % sharing;
  return partition + place * partitionCount === index;
}

/**
 * MurmurHash3's last step. Of names that differ in a digit or two, as those of projects do, the hash alone
 * leaves some shards twice as full as others.
 */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
