import { journalItem, meterItem } from './clear-item.ts';
import { type Item, textIn } from './item.ts';
import type { History } from './ledger.ts';
import { sampleItems, samplingItems } from './sample-item.ts';

/** History as items, each key once: a batch that names a key twice is refused. */
export function historyItems({ target, observations, sampling, meters, journal }: History): readonly Item[] {
  const items = [
    ...sampleItems(target, observations),
    ...(sampling === null ? [] : samplingItems(target, sampling)),
    ...meters.map((meter) => meterItem(target, meter)),
    ...journal.map((entry) => journalItem(target, entry)),
  ];
  return [...new Map(items.map((item) => [textIn(item, 'sk'), item])).values()];
}
