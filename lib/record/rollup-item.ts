import type { TargetId } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import { findLatest } from '../model/time/time.ts';
import { expiring, type Item, keyItem, readBytesAttribute, readItem } from './item.ts';
import { meterKey, pastKey } from './keys.ts';
import { decodeMeters, encodeMeters } from './packing/codec.ts';
import { computeExpiry } from './retention.ts';

/** Returns one rollup as an item. As JSON it would be half as large again, and a project has ten thousand of them. */
export function rollupItem(target: TargetId, rollup: Rollup): Item {
  const { unit, from } = rollup.period;
  return {
    ...keyItem(meterKey(target, unit, from)),
    ...expiring(computeExpiry(unit, from)),
    meters: { B: encodeMeters([rollup]) },
  };
}

/** Returns reported periods in one item, because there may be hundreds at once, with some 15 bytes each. */
export function pastItems(target: TargetId, meters: readonly Rollup[]): readonly Item[] {
  const last = findLatest(meters.map(({ period }) => period.from));
  return last === null ? [] : [{ ...keyItem(pastKey(target, last)), meters: { B: encodeMeters(meters) } }];
}

/** Returns the rollups of an item from `rollupItem` or `pastItems`. @throws LedgerError when the item cannot be read. */
export const readRollupItem = (target: TargetId, item: Item): readonly Rollup[] =>
  readItem(item, `a rollup of ${target}`, 'restore the ledger from a backup', () =>
    decodeMeters(readBytesAttribute(item, 'meters')),
  );

/** Returns one rollup for each start of a period, the last one in the list, ordered by time. */
export const inOrder = (meters: readonly Rollup[]): readonly Rollup[] =>
  [...new Map(meters.map((meter) => [meter.period.from, meter])).values()].sort(
    (left, right) => left.period.from - right.period.from,
  );
