import { journalItem, meterItem } from './clear-item.ts';
import { type Item, textIn } from './item.ts';
import type { History } from './ledger.ts';
import { sampleItems } from './sample-item.ts';

/** History as items, each key once: a batch that names a key twice is refused. */
export function historyItems({ target, sighting, meters, journal }: History): readonly Item[] {
  const items = [
    ...(sighting === null ? [] : sampleItems(target, sighting)),
    ...meters.map((meter) => meterItem(target, meter)),
    ...journal.map((entry) => journalItem(target, entry)),
  ];
  return [...new Map(items.map((item) => [textIn(item, 'sk'), item])).values()];
}
