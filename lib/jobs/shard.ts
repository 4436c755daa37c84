import type { TargetId } from '../model/ids.ts';
import { stableHash } from '../model/stable-hash.ts';

/** One of `count` parts of all targets, `index` from 0. */
export type Shard = { readonly index: number; readonly count: number };

/** All targets. */
export const wholeFleet: Shard = { index: 0, count: 1 };

/** A target is always in the same one of so many shards. */
export const isInShard = (target: TargetId, { index, count }: Shard): boolean =>
  mixed(stableHash(target)) % count === index;

/**
 * MurmurHash3's last step. Of names that differ in a digit or two, as those of projects do, the hash alone
 * leaves some shards twice as full as others.
 */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/**
 * The shard that an event such as `{ "shard": 0 }` asks for. While there is only one, it need not be named.
 * @throws TypeError when it asks for none of the `count` shards, or for any of several.
 */
export function shardOf(event: unknown, count: number): Shard {
  const isNamed = typeof event === 'object' && event !== null && 'shard' in event;
  const named: unknown = isNamed ? event.shard : undefined;
  const index = named === undefined && count === 1 ? 0 : named;
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count) {
    return { index, count };
  }
  throw new TypeError(`the event must name a shard from 0 to ${count - 1}, as in { "shard": 0 }`);
}
