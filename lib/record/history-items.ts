import { journalItem, meterItem } from './clear-item.ts';
import { type Item, textIn } from './item.ts';
import type { History } from './ledger.ts';
import { sampleItems, samplingItems } from './sample-item.ts';

/** Returns history as items, each key once, as a batch with a repeated key is refused. */
export function historyItems({ target, observations, sampling, meters, journal }: History): readonly Item[] {
  const items = [
    ...sampleItems(target, observations),
    ...(sampling === null ? [] : samplingItems(target, sampling)),
    ...meters.map((meter) => meterItem(target, meter)),
    ...journal.map((entry) => journalItem(target, entry)),
  ];
  return [...new Map(items.map((item) => [textIn(item, 'sk'), item])).values()];
}
