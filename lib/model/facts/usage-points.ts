import { groupedBy } from '../grouped-by.ts';
import type { VmId } from '../ids.ts';
import type { Instant } from '../time/time.ts';
import { joined, type Sampling, type UsagePoint, type VmUsage } from './usage.ts';

/** Returns the usage samples of each VM, poll by poll, oldest first. */
export const usageByVm = (samplings: readonly Sampling[]): ReadonlyMap<VmId, readonly VmUsage[]> =>
  groupedBy(
    samplings.flatMap(({ usage }) => usage),
    ({ vm }) => vm,
  );

type Grouped = {
  readonly before: readonly Sampling[];
  readonly usages: ReadonlyMap<VmId, readonly VmUsage[]>;
};
const grouped = new WeakMap<Sampling, Grouped>();

/** Returns the usage samples of each VM before a poll and in it, oldest first; grouped once for all rules. */
export function usageUpTo(
  poll: Sampling,
  before: readonly Sampling[],
): ReadonlyMap<VmId, readonly VmUsage[]> {
  const known = grouped.get(poll);
  if (known?.before === before) return known.usages;
  const usages = usageByVm([...before, poll]);
  grouped.set(poll, { before, usages });
  return usages;
}

type Points = { readonly from: Instant; readonly points: readonly UsagePoint[] };
const joinedLast = new WeakMap<readonly VmUsage[], Points>();

/**
 * Returns each slot once, oldest first; a later sample of a slot adds to an earlier one. Several rules ask for the same
 * points, which are joined once.
 */
export function pointsOf(usages: readonly VmUsage[], from: Instant): readonly UsagePoint[] {
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
