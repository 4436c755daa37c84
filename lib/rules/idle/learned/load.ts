import type { UsagePoint } from '../../../model/facts/usage.ts';
import { earlier, type Instant } from '../../../model/time/time.ts';
import { leastQuiet } from './risk.ts';

/** Returns how near the mean CPU of the last hours comes to the limit of use, as a share of it; 0 where it is unknown. */
export function computeCpuLoad(
  points: readonly Pick<UsagePoint, 'at' | 'cpu'>[],
  now: Instant,
  limit: number,
): number {
  const from = earlier(now, leastQuiet);
  const known = points.flatMap(({ at, cpu }) => (cpu === null || at <= from || at > now ? [] : [cpu]));
  return known.length === 0 ? 0 : known.reduce((sum, cpu) => sum + cpu, 0) / known.length / limit;
}
