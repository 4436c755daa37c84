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

const grouped = new WeakMap<object, ReadonlyMap<VmId, readonly VmUsage[]>>();

/**
 * Returns the usage samples of each VM by the facts of a turn, those of its poll included. They are grouped once for
 * all rules that judge the same facts, and forgotten with them.
 */
export function usageIn(
  facts: { readonly samplings: readonly Sampling[] },
  poll: Sampling,
): ReadonlyMap<VmId, readonly VmUsage[]> {
  const known = grouped.get(facts);
  if (known !== undefined) return known;
  const usages = usageByVm([...facts.samplings, poll]);
  grouped.set(facts, usages);
  return usages;
}

type Points = { readonly from: Instant; readonly points: readonly UsagePoint[] };
const joinedLast = new WeakMap<readonly VmUsage[], Points>();

/**
 * Returns each slot once, oldest first; a later sample of a slot adds to an earlier one. The last result is kept: rules
 * that look back as far ask for the same points.
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
