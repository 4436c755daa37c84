import type { UsagePoint } from '../../../model/facts/usage.ts';
import { earlier, type Instant } from '../../../model/time/time.ts';
import { leastQuiet } from './risk.ts';

/** Returns the mean CPU of the last `leastQuiet` as a share of the limit of use; 0 if it is unknown. */
export function computeCpuLoad(
  points: readonly Pick<UsagePoint, 'at' | 'cpu'>[],
  now: Instant,
  limit: number,
): number {
  const from = earlier(now, leastQuiet);
  const known = points.flatMap(({ at, cpu }) => (cpu === null || at <= from || at > now ? [] : [cpu]));
  return known.length === 0 ? 0 : known.reduce((sum, cpu) => sum + cpu, 0) / known.length / limit;
}
