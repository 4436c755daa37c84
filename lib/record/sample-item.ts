import type { TargetId } from '../model/ids.ts';
import type { Sighting } from '../model/observation.ts';
import { decodeSighting, encodeSighting } from './codec.ts';
import { bytesIn, expiring, type Item, keyItem, numberIn, partsOf, readItem, textIn } from './item.ts';
import { sampleKey } from './keys.ts';
import { expiryOf } from './retention.ts';

/** One sighting as items, as many as it needs; each says how many there are. */
export function sampleItems(target: TargetId, sighting: Sighting): readonly Item[] {
  const parts = partsOf(encodeSighting(sighting));
  return parts.map((part, index) => ({
    ...keyItem(sampleKey(target, sighting.at, index)),
    ...expiring(expiryOf('seen', sighting.at)),
    of: { N: String(parts.length) },
    body: { B: part },
  }));
}

/**
 * The sightings in items that come in the order of their keys.
 * @throws LedgerError when one cannot be read.
 */
export function sightingsOf(target: TargetId, items: readonly Item[]): readonly Sighting[] {
  const sightings: Sighting[] = [];
  for (const [first, ...others] of samplesIn(items)) {
    const count = numberIn(first, 'of');
    const parts = [first, ...others].filter((part) => numberIn(part, 'of') === count);
    // One that is not all there is still being written, by a run that has not committed yet.
    if (count === undefined || parts.length < count) continue;
    sightings.push(
      readItem(first, `a sample of ${target}`, 'do without it', () =>
        decodeSighting(Buffer.concat(parts.map((part) => bytesIn(part, 'body')))),
      ),
    );
  }
  return sightings;
}

type Parts = [Item, ...Item[]];

function samplesIn(items: readonly Item[]): Iterable<Parts> {
  const samples = new Map<string, Parts>();
  for (const item of items) {
    const key = textIn(item, 'sk');
    const moment = key.slice(0, key.lastIndexOf('#'));
    const parts = samples.get(moment);
    if (parts) parts.push(item);
    else samples.set(moment, [item]);
  }
  return samples.values();
}
