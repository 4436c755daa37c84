import type { Resource } from '../../model/facts/resource.ts';
import { type UsagePoint, usageSlot } from '../../model/facts/usage.ts';
import { earlier, type Instant, milliseconds, type Span } from '../../model/time/time.ts';
import type { IdleRule } from './terms.ts';

export const getWindowSpan = (
  { window, gpuWindow }: Pick<IdleRule, 'window' | 'gpuWindow'>,
  { gpus }: Pick<Resource, 'gpus'>,
): Span => (gpus > 0 ? gpuWindow : window);

/** Returns the points since the start of the window that ends at `until`, the number of its slots, and how many of them must be quiet. */
export function selectWindow(rule: IdleRule, vm: Resource, points: readonly UsagePoint[], until: Instant) {
  const length = getWindowSpan(rule, vm);
  const slots = Math.ceil(length / usageSlot);
  const since = earlier(until, milliseconds(slots * usageSlot));
  const needed = Math.ceil((slots * rule.percentile) / 100);
  return { length, slots, needed, since, window: points.filter((point) => point.at > since) };
}
