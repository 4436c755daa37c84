import { type UsagePoint, usageSlot } from '../../../model/facts/usage.ts';
import { type Instant, instant, minutes, type Span } from '../../../model/time/time.ts';
import type { WireMonitorItem } from '../wire/vm.ts';

const yes = /^(true|yes|ok|[1-9]\d*)$/i;
const no = /^(false|no|0|-\d+)$/i;

/**
 * Returns whether the guest answered the ping of a sample; `null` when unknown. The platform does not document the format,
 * so numbers, booleans and known words are read, and other text is unknown.
 */
export function answersPing(guestPing: WireMonitorItem['guestPing']): boolean | null {
  if (guestPing === undefined || guestPing === null) return null;
  const text = String(guestPing).trim();
  if (yes.test(text)) return true;
  return no.test(text) ? false : null;
}

/**
 * The longest time between two samples whose use is taken from the second one. Samples that are 15 minutes apart may come a
 * little late.
 */
const longestStep: Span = minutes(16);

type Step = { readonly from: Instant; readonly until: Instant; readonly shown: Omit<UsagePoint, 'at'> };
type Part = { amount: number; time: number };
type Sum = { time: number; cpu: Part; network: Part; disk: Part; answers: boolean | null };

/**
 * Turns usage samples into points, one for each slot that ends after `since` and that the samples cover. CPU arrives in
 * percent of one core; network and disk as counters since boot.
 */
export function usagePoints(
  items: readonly WireMonitorItem[],
  vcpus: number,
  since: Instant | null,
): UsagePoint[] {
  const steps = computeSteps(items, vcpus);
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
      cpu: graded(computeMean(sum.cpu), 10),
      network: graded(computeMean(sum.network), 1),
      disk: graded(computeMean(sum.disk), 1 / 1_024),
      answers: sum.answers,
    });
  }
  return points.sort((left, right) => left.at - right.at);
}

/** Returns a point for each sample, with the use since the previous one, oldest first. */
export const sampledUse = (items: readonly WireMonitorItem[], vcpus: number): UsagePoint[] =>
  computeSteps(items, vcpus).map(({ until, shown }) => ({ at: until, ...shown }));

/** Returns the time of the oldest sample; `undefined` without samples. */
export const findOldestSampleTime = (items: readonly WireMonitorItem[]): Instant | undefined => {
  const [oldest] = inOrder(items);
  return oldest && readSampleTime(oldest);
};

/** Returns the time of the first sample after the last boot, at which the counters fell; `null` if they never did. */
export function lastBoot(items: readonly WireMonitorItem[]): Instant | null {
  const sorted = inOrder(items);
  let boot: Instant | null = null;
  for (const [index, item] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous && isReset(previous, item)) boot = readSampleTime(item);
  }
  return boot;
}

type Figure = number | null | undefined;
/**
 * Reports whether the VM booted between two samples, by the network counters alone: detaching a disk lowers the disk
 * counters.
 */
const isReset = (previous: WireMonitorItem, next: WireMonitorItem): boolean =>
  fell(previous.netRx, next.netRx) || fell(previous.netTx, next.netTx);
const fell = (previous: Figure, next: Figure): boolean =>
  isKnown(previous) && isKnown(next) && next < previous;
/** The most that a counter of the platform, an int64, can hold. */
const mostCounted = 2 ** 63;
/** Reports whether a figure is valid: neither below zero nor more than a counter can hold. */
const isKnown = (figure: Figure): figure is number => figure != null && figure >= 0 && figure <= mostCounted;
/** Reports whether samples cover at least half of a slot. */
const covers = (time: number): boolean => time * 2 >= usageSlot;
const computeMean = ({ amount, time }: Part): number | null => (covers(time) ? amount / time : null);
/**
 * Rounds up to two significant digits of tenths, bytes or KiB, which keeps the ledger small: no VM falls under a limit by
 * rounding. A figure that exceeds a rounded one only by a floating-point error is rounded to that one.
 */
function graded(figure: number | null, scale: number): number | null {
  if (figure === null) return null;
  const units = Math.max(0, Math.ceil(figure * scale - 1e-6));
  const step = 10 ** Math.max(0, String(units).length - 2);
  return (Math.ceil(units / step) * step) / scale;
}
const readSampleTime = (item: WireMonitorItem): Instant => instant(Math.round(item.timestamp * 1_000));
const inOrder = (items: readonly WireMonitorItem[]): WireMonitorItem[] =>
  [...items].sort((left, right) => left.timestamp - right.timestamp);

function computeSteps(items: readonly WireMonitorItem[], vcpus: number): Step[] {
  const sorted = inOrder(items);
  const steps: Step[] = [];
  for (const [index, item] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (!previous) continue;
    const from = readSampleTime(previous);
    const until = readSampleTime(item);
    if (until <= from || until - from > longestStep) continue;
    const booted = isReset(previous, item);
    const rate = (bytes: number | null) => (bytes === null ? null : (bytes * 1_000) / (until - from));
    steps.push({
      from,
      until,
      shown: {
        cpu: isKnown(item.cpu) && vcpus > 0 ? Math.min(100, item.cpu / vcpus) : null,
        network: rate(computeIncrease([previous.netRx, previous.netTx], [item.netRx, item.netTx], booted)),
        disk: rate(
          computeIncrease(
            [previous.diskRdBytes, previous.diskWrBytes],
            [item.diskRdBytes, item.diskWrBytes],
            booted,
          ),
        ),
        answers: answersPing(item.guestPing),
      },
    });
  }
  return steps;
}

type Pair = readonly [Figure, Figure];

/**
 * Returns the increase of two counters together, like `increase` of Prometheus: after a fall, they have counted from zero.
 * `null` if a figure is unknown.
 */
function computeIncrease([in0, out0]: Pair, [in1, out1]: Pair, booted: boolean): number | null {
  if (!isKnown(in0) || !isKnown(in1) || !isKnown(out0) || !isKnown(out1)) return null;
  return booted || in1 < in0 || out1 < out0 ? in1 + out1 : in1 - in0 + (out1 - out0);
}

function addToSlots(sums: Map<number, Sum>, { from: start, until, shown }: Step): void {
  let end = Math.ceil((start + 1) / usageSlot) * usageSlot;
  for (; end - usageSlot < until; end += usageSlot) {
    const overlap = Math.min(until, end) - Math.max(start, end - usageSlot);
    const sum = sums.get(end) ?? { time: 0, cpu: zero(), network: zero(), disk: zero(), answers: null };
    sum.time += overlap;
    add(sum.cpu, shown.cpu, overlap);
    add(sum.network, shown.network, overlap);
    add(sum.disk, shown.disk, overlap);
    sum.answers = shown.answers === false ? false : (sum.answers ?? shown.answers);
    sums.set(end, sum);
  }
}

const zero = (): Part => ({ amount: 0, time: 0 });
function add(part: Part, figure: number | null, time: number): void {
  if (figure === null) return;
  part.amount += figure * time;
  part.time += time;
}
