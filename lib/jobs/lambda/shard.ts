import type { Shard } from '../../model/shard.ts';

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
