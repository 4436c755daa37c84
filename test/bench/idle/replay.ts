import { indexNextSlots, replayStops } from '../../../lib/rules/idle/learned/replay-stops.ts';
import { slotsAnHour } from './fleet.ts';
import { generator } from './generator.ts';

/** A rule at work on one VM. A slot is asked about when its samples are known. */
export type Judge = {
  readonly isIdle: (slot: number) => boolean;
  /** Called when the VM was stopped: it has no samples in `[from, until)`. */
  readonly rested: (from: number, until: number) => void;
  /** Called with the result of a stop at the end of a slot. */
  readonly learned?: (slot: number, wasWrong: boolean) => void;
};

/** What came of a rule on one VM, or on many. */
export type Tally = {
  stops: number;
  wrong: number;
  /** Hours that right stops saved, and all hours of gaps that are long enough to count. */
  saved: number;
  gaps: number;
};

export const nothing: Tally = { stops: 0, wrong: 0, saved: 0, gaps: 0 };

/** Samples come in this step: every 15 minutes. */
export const step = 3;
/** A stop is wrong if the VM is used again within this, and a gap counts if it lasts as long. */
export const followUp = 8 * slotsAnHour;
/** The slots of a half hour before the one at which it is used: work that nobody could have begun on a stopped VM. */
const workBefore = 5;

export const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { stops, wrong, saved, gaps }) => ({
      stops: sum.stops + stops,
      wrong: sum.wrong + wrong,
      saved: sum.saved + saved,
      gaps: sum.gaps + gaps,
    }),
    nothing,
  );

/**
 * Replays a rule on one VM as `spendwatch idle --record` does. A VM that is stopped has no samples until it is next used.
 * With a notice, in slots, only what was idle all that time is stopped. Rules are asked from a slot on.
 */
export function replay(
  inUse: readonly boolean[],
  { isIdle, rested, learned }: Judge,
  { notice = 0, from = 0 } = {},
): Tally {
  const counted = inUse.slice(from);
  const stopped = (slot: number, used: number) => {
    rested(from + slot + 1, from + Math.max(slot + 1, used - workBefore));
    learned?.(from + slot, used <= slot + followUp && used < counted.length);
  };
  const { stops, wrong, found, gaps } = replayStops(
    usesOf(counted),
    { isIdle: (slot) => isIdle(from + slot), stopped },
    { step, notice, within: followUp },
  );
  return { stops, wrong, saved: found / slotsAnHour, gaps: gaps / slotsAnHour };
}

const usesOf = (inUse: readonly boolean[]) =>
  inUse.map((isUsed) => (isUsed ? ('used' as const) : ('quiet' as const)));

/** Returns for each slot the first one from it on in which the VM is in use; the length where there is none. */
export const nextUse = (inUse: readonly boolean[]): Int32Array => indexNextSlots(usesOf(inUse), 'used');

const times = 1_000;

/** Returns the 90 % intervals of the shares of wrong stops and of hours caught, by drawing VMs anew. */
export function intervalsOf(
  tallies: readonly Tally[],
): Record<'wrong' | 'caught', readonly [number, number]> {
  const random = generator();
  const drawn = Array.from({ length: times }, () =>
    sumOf(tallies.map(() => tallies[Math.floor(random() * tallies.length)] ?? nothing)),
  );
  const between = (share: (tally: Tally) => number): readonly [number, number] => {
    const sorted = drawn.map(share).toSorted((left, right) => left - right);
    return [sorted[times * 0.05] ?? 0, sorted[times * 0.95] ?? 0];
  };
  return { wrong: between(wrongOf), caught: between(caughtOf) };
}

export const wrongOf = ({ wrong, stops }: Tally): number => (stops === 0 ? 0 : (wrong / stops) * 100);
export const caughtOf = ({ saved, gaps }: Tally): number => (gaps === 0 ? 0 : (saved / gaps) * 100);
