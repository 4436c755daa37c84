import type { TargetId } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import { latest } from '../model/time/time.ts';
import { bytesIn, type Item, keyItem, readItem } from './item.ts';
import { pastKey } from './keys.ts';
import { decodeMeters, encodeMeters } from './packing/codec.ts';

/** Returns periods of which only the platform's report is known as one item: hundreds are read at once, some 15 bytes each. */
export function pastItems(target: TargetId, meters: readonly Rollup[]): readonly Item[] {
  const [first, ...others] = meters.map(({ period }) => period.from);
  if (first === undefined) return [];
  return [{ ...keyItem(pastKey(target, latest(first, ...others))), meters: { B: encodeMeters(meters) } }];
}

/** @throws LedgerError when the item cannot be read. */
export const pastOf = (target: TargetId, item: Item): readonly Rollup[] =>
  readItem(item, `past spend of ${target}`, 'restore the table from a backup', () =>
    decodeMeters(bytesIn(item, 'meters')),
  );

/** Returns one meter of each period, the last of those that begin together, in order of time. */
export const inOrder = (meters: readonly Rollup[]): readonly Rollup[] =>
  [...new Map(meters.map((meter) => [meter.period.from, meter])).values()].sort(
    (left, right) => left.period.from - right.period.from,
  );
