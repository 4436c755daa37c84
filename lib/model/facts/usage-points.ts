import { groupByKey } from '../grouped-by.ts';
import type { VmId } from '../ids.ts';
import type { Instant } from '../time/time.ts';
import { joined, type UsagePoint, type UsageSamples, type VmUsage } from './usage.ts';

/** The usage samples of each VM, poll by poll, oldest first. */
export type UsageByVm = ReadonlyMap<VmId, readonly VmUsage[]>;

export const usageByVm = (samplings: readonly UsageSamples[]): UsageByVm =>
  groupByKey(
    samplings.flatMap(({ usage }) => usage),
    ({ vm }) => vm,
  );

type Points = { readonly from: Instant; readonly points: readonly UsagePoint[] };
const joinedLast = new WeakMap<readonly VmUsage[], Points>();

/**
 * Returns each slot once, oldest first; a later sample of a slot adds to an earlier one. The last result is cached,
 * since rules with equal windows request the same points.
 */
export function joinUsagePoints(usages: readonly VmUsage[], from: Instant): readonly UsagePoint[] {
  const last = joinedLast.get(usages);
  if (last?.from === from) return last.points;
  const points: UsagePoint[] = [];
  for (const { points: seen } of usages) {
    for (const point of seen) if (point.at > from) place(points, point);
  }
  joinedLast.set(usages, { from, points });
  return points;
}

/** Inserts a point in order of time, usually at the end or close to it. */
function place(points: UsagePoint[], point: UsagePoint): void {
  let index = points.length;
  let before = points[index - 1];
  while (before !== undefined && before.at > point.at) {
    index -= 1;
    before = points[index - 1];
  }
  if (before?.at === point.at) points[index - 1] = joined(before, point);
  else if (index === points.length) points.push(point);
  else points.splice(index, 0, point);
}
