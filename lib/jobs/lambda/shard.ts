import { type HandedTargets, HandingOver, type Shard } from '../../model/shard.ts';

/**
 * Returns the shard that an event such as `{ "shard": 0 }` names. With a single shard, the event may name none.
 * @throws TypeError if the event names none of the `count` shards.
 */
export function readShard(event: unknown, count: number): Shard {
  const isNamed = typeof event === 'object' && event !== null && 'shard' in event;
  const number: unknown = isNamed ? event.shard : undefined;
  const index = number === undefined && count === 1 ? 0 : number;
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count) {
    return { index, count };
  }
  throw new TypeError(`the event must name a shard from 0 to ${count - 1}, such as { "shard": 0 }`);
}

/**
 * Reads the targets that `watch` handed to a run of `act`. The first shard hands over none, so that all heads are swept
 * once per poll; neither does a failed run or any other event.
 */
export function readHandedTargets(event: unknown): { readonly handed?: HandedTargets } {
  const read = HandingOver.safeParse(event, { jitless: true });
  return read.success ? { handed: read.data.responsePayload } : {};
}
