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
  for (const { points: sampledPoints } of usages) {
    for (const point of sampledPoints) if (point.at > from) insertPoint(points, point);
  }
  joinedLast.set(usages, { from, points });
  return points;
}

/** Inserts a point in order of time, or joins it to the one of the same slot. Most belong at the end or close to it. */
function insertPoint(points: UsagePoint[], point: UsagePoint): void {
  let index = points.length;
  let previous = points[index - 1];
  while (previous !== undefined && previous.at > point.at) {
    index -= 1;
    previous = points[index - 1];
  }
  if (previous?.at === point.at) points[index - 1] = joined(previous, point);
  else if (index === points.length) points.push(point);
  else points.splice(index, 0, point);
}
