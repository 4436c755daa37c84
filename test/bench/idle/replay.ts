import { slotsAnHour } from './fleet.ts';

/** A rule at work on one VM. A slot is asked about when its samples are known. */
export type Judge = {
  readonly isIdle: (slot: number) => boolean;
  /** Is told that the VM was stopped: it has no samples in `[from, until)`. */
  readonly rested: (from: number, until: number) => void;
  /** Is told what came of a stop. */
  readonly learned?: (wasWrong: boolean) => void;
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
 * Replays a rule on one VM. A VM that is stopped comes back when it is next used, and has no samples until then. With a notice, in
 * slots, only what was idle all that time is stopped.
 */
export function replay(inUse: readonly boolean[], judge: Judge, notice = 0): Tally {
  const next = nextUse(inUse);
  const tally = { ...nothing, gaps: gapHours(inUse) };
  const needed = Math.ceil(notice / step) + 1;
  let spell = 0;
  for (let slot = 0; slot < inUse.length; slot += step) {
    spell = judge.isIdle(slot) ? spell + 1 : 0;
    if (spell < needed) continue;
    spell = 0;
    const used = next[slot + 1] ?? inUse.length;
    const isWrong = used <= slot + followUp && used < inUse.length;
    // A stop whose follow-up the trace cuts off proves nothing.
    if (!isWrong && slot + followUp >= inUse.length) break;
    tally.stops += 1;
    if (isWrong) tally.wrong += 1;
    else tally.saved += (used - slot) / slotsAnHour;
    judge.rested(slot + 1, Math.max(slot + 1, used - workBefore));
    judge.learned?.(isWrong);
    slot = Math.ceil(used / step) * step - step;
  }
  return tally;
}

/** Returns for each slot the first one from it on in which the VM is in use; the length where there is none. */
export function nextUse(inUse: readonly boolean[]): Int32Array {
  const next = new Int32Array(inUse.length + 1).fill(inUse.length);
  for (let slot = inUse.length - 1; slot >= 0; slot -= 1)
    next[slot] = inUse[slot] ? slot : (next[slot + 1] ?? 0);
  return next;
}

/** Returns the hours of all gaps without use that are long enough. A gap that the trace cuts off counts by what is seen of it. */
function gapHours(inUse: readonly boolean[]): number {
  let [hours, from] = [0, 0];
  for (let slot = 0; slot <= inUse.length; slot += 1) {
    if (slot < inUse.length && !inUse[slot]) continue;
    if (slot - from >= followUp) hours += (slot - from) / slotsAnHour;
    from = slot + 1;
  }
  return hours;
}

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

/** A linear congruential generator, so that each run draws the same. */
function generator(): () => number {
  let state = 20_110_303;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
