import { type Fall, FallingFigure, type Falls } from '../model/facts/fall.ts';
import { freshWithin, longestWait, type UsagePoint } from '../model/facts/usage.ts';
import {
  computeSpan,
  earlier,
  hours,
  type Instant,
  milliseconds,
  minutes,
  type Span,
} from '../model/time/time.ts';

/** The time after which a common fall to 0 is believed. */
const believedAfter: Span = hours(24);
/** The time for which a fall is remembered, a little longer than it may be doubted. */
const remembered: Span = hours(25);
/** Falls that begin so close to each other are one: a source is read in slots, and by its machines in turns. */
const together: Span = minutes(15);
/** The time within which the samples of machines that are asked less often have arrived. */
const waitsFor: Span = milliseconds(longestWait + freshWithin);
/**
 * The number of slots before a fall that are looked at, and the number of them that must show use: a machine with less use
 * did not fall.
 */
const [lead, leastMoved] = [6, 3];
/** The fewest machines whose common fall is no coincidence. They must also be at least half of their source. */
const fewest = 3;

/** Returns the falls of a machine after new points of its use, oldest first. */
export function computeFalls(previous: Falls, points: readonly UsagePoint[], now: Instant): Falls {
  return Object.fromEntries(
    FallingFigure.options.flatMap((figure) => {
      const fall = computeFall(previous[figure], figure, points);
      return fall === undefined || computeSpan(fall.from, now) > remembered ? [] : [[figure, fall] as const];
    }),
  );
}

function computeFall(
  previous: Fall | undefined,
  figure: FallingFigure,
  points: readonly UsagePoint[],
): Fall | undefined {
  const known: { readonly at: Instant; readonly value: number }[] = [];
  for (const point of points) {
    const value = figure === 'gpu' ? point.gpu?.busiest : point[figure];
    if (value !== undefined && value !== null) known.push({ at: point.at, value });
  }
  const last = known.findLastIndex(({ value }) => value > 0);
  const first = known[last + 1];
  if (first === undefined) {
    const moved = known.find(({ at, value }) => value > 0 && previous !== undefined && at > previous.from);
    return previous === undefined || previous.until !== undefined || moved === undefined
      ? previous
      : { ...previous, until: moved.at };
  }
  if (last < 0 || (previous?.from === first.at && previous.until === undefined)) return previous;
  const moving = known.slice(Math.max(0, last + 1 - lead), last + 1).filter(({ value }) => value > 0);
  return moving.length >= leastMoved ? { from: first.at } : previous;
}

/** The machines of one source of a figure. */
export type SourceMachines = {
  readonly falls: readonly Fall[];
  /** For each machine, the end of the last slot that is known of it. */
  readonly knownUntil: readonly Instant[];
};

/** The reason why a 0 of a machine is not believed yet: it fell with others, or others may have fallen with it. */
export type HeldFall =
  | { readonly kind: 'fell'; readonly from: Instant; readonly fallen: number; readonly of: number }
  | { readonly kind: 'waits'; readonly from: Instant };

/**
 * Returns why a fall is not believed; `null` when it is. Where at least three machines, and half of those of a source, fall
 * to exactly 0 together, the source is at fault until one of them moves, or a day has passed. Machines that are not sampled
 * yet may have fallen as well, and are waited for.
 */
export function heldFall({ from, until }: Fall, source: SourceMachines, now: Instant): HeldFall | null {
  if (until !== undefined || computeSpan(from, now) >= believedAfter) return null;
  const group = source.falls.filter((fall) => Math.abs(fall.from - from) <= together);
  const fallen = group.filter((fall) => fall.until === undefined);
  const begun = Math.max(from, ...fallen.map((fall) => fall.from));
  if (group.some((fall) => fall.until !== undefined && fall.until > begun)) return null;
  const machineCount = Math.max(source.knownUntil.length, fallen.length);
  const isShared = (count: number): boolean => count >= fewest && count * 2 >= machineCount;
  if (isShared(fallen.length)) return { kind: 'fell', from, fallen: fallen.length, of: machineCount };
  const awaited = source.knownUntil.filter((at) => at < from).length;
  const waits = from > earlier(now, waitsFor) && awaited > 0 && isShared(fallen.length + awaited);
  return waits ? { kind: 'waits', from } : null;
}
