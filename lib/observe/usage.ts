import type { WireMonitorItem } from '../cloud/wire/vm.ts';
import { type Instant, instant, minutes, type Span } from '../model/time.ts';
import { type UsagePoint, usageSlot } from '../model/usage.ts';

/** Two samples further apart than this say nothing about the time between them. */
const longestStep: Span = minutes(15);

type Step = {
  readonly from: Instant;
  readonly until: Instant;
  readonly cpu: number | null;
  readonly network: number | null;
};
type Sum = { time: number; cpu: number; cpuTime: number; network: number; networkTime: number };

/**
 * Turns monitor samples into points, one per slot of wall time, of slots that end after `since`
 * and that the samples cover. CPU arrives in percent of one core; network as counters since boot.
 */
export function usagePoints(
  items: readonly WireMonitorItem[],
  vcpus: number,
  since: Instant | null,
): UsagePoint[] {
  const steps = stepsOf(items, vcpus);
  const newest = steps.at(-1)?.until;
  if (newest === undefined) return [];
  const sums = new Map<number, Sum>();
  for (const step of steps) addToSlots(sums, step);
  const points: UsagePoint[] = [];
  for (const [end, sum] of sums) {
    const isNew = since === null || end > since;
    if (!isNew || end > newest || !covers(sum.time)) continue;
    points.push({
      at: instant(end),
      cpu: covers(sum.cpuTime) ? round(sum.cpu / sum.cpuTime, 1) : null,
      network: covers(sum.networkTime) ? round(sum.network / sum.networkTime, 0) : null,
    });
  }
  return points.sort((left, right) => left.at - right.at);
}

/** What each sample shows by itself, of the time since the one before it; oldest first. */
export const sampledUse = (items: readonly WireMonitorItem[], vcpus: number): UsagePoint[] =>
  stepsOf(items, vcpus).map(({ until, cpu, network }) => ({ at: until, cpu, network }));

/** When the counters last fell, which they do only when the VM boots; `null` when they never did. */
export function lastBoot(items: readonly WireMonitorItem[]): Instant | null {
  const sorted = inOrder(items);
  let boot: Instant | null = null;
  for (const [index, item] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous && isReset(previous, item)) boot = timeOf(item);
  }
  return boot;
}

type Figure = number | null | undefined;
const isReset = (before: WireMonitorItem, after: WireMonitorItem): boolean =>
  fell(before.netRx, after.netRx) || fell(before.netTx, after.netTx);
const fell = (before: Figure, after: Figure): boolean => isKnown(before) && isKnown(after) && after < before;
/** A figure below zero is none. */
const isKnown = (figure: Figure): figure is number => figure != null && figure >= 0;
/** Less than half a slot says too little of the whole. */
const covers = (time: number): boolean => time * 2 >= usageSlot;
const timeOf = (item: WireMonitorItem): Instant => instant(Math.round(item.timestamp * 1_000));
const inOrder = (items: readonly WireMonitorItem[]): WireMonitorItem[] =>
  [...items].sort((left, right) => left.timestamp - right.timestamp);
const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

function stepsOf(items: readonly WireMonitorItem[], vcpus: number): Step[] {
  const sorted = inOrder(items);
  const steps: Step[] = [];
  for (const [index, item] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (!previous) continue;
    const from = timeOf(previous);
    const until = timeOf(item);
    if (until <= from || until - from > longestStep) continue;
    const bytes = bytesBetween(previous, item);
    steps.push({
      from,
      until,
      cpu: isKnown(item.cpu) && vcpus > 0 ? Math.min(100, item.cpu / vcpus) : null,
      network: bytes === null ? null : (bytes * 1_000) / (until - from),
    });
  }
  return steps;
}

/** As Prometheus' `increase`: counters fall when the VM boots, which both do, and have counted from zero since. */
function bytesBetween(before: WireMonitorItem, after: WireMonitorItem): number | null {
  if (!isKnown(before.netRx) || !isKnown(after.netRx) || !isKnown(before.netTx) || !isKnown(after.netTx))
    return null;
  if (isReset(before, after)) return after.netRx + after.netTx;
  return after.netRx - before.netRx + (after.netTx - before.netTx);
}

function addToSlots(sums: Map<number, Sum>, step: Step): void {
  let end = Math.ceil((step.from + 1) / usageSlot) * usageSlot;
  for (; end - usageSlot < step.until; end += usageSlot) {
    const from = Math.max(step.from, end - usageSlot);
    const overlap = Math.min(step.until, end) - from;
    const sum = sums.get(end) ?? { time: 0, cpu: 0, cpuTime: 0, network: 0, networkTime: 0 };
    sum.time += overlap;
    if (step.cpu !== null) {
      sum.cpu += step.cpu * overlap;
      sum.cpuTime += overlap;
    }
    if (step.network !== null) {
      sum.network += step.network * overlap;
      sum.networkTime += overlap;
    }
    sums.set(end, sum);
  }
}
