import {
  between,
  earlier,
  hours,
  type Instant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../time/time.ts';
import { type UsagePoint, usageSlot } from './usage.ts';

/**
 * The use of a machine at the end of a slot: `used` if the mean CPU of the half hour until then is at or over the
 * limit, `quiet` if it is under it and every slot of the half hour is known, else `missing`.
 */
export const uses = ['used', 'quiet', 'missing'] as const;
export type Use = (typeof uses)[number];

/**
 * The mean CPU over half an hour that counts as use, in percent of the VM, unless a policy sets another. The scorecard of
 * learned rules is fitted for it.
 */
export const useLimit = 15;

/** The number of slots in half an hour. One busy sample is not use: most come from a timer and end within minutes. */
const slotsOfUse = 6;
const halfHour: Span = milliseconds(slotsOfUse * usageSlot);

/** Consecutive slots of the same use; a spell begins where the previous one ends. */
export type UseSpell = { readonly use: Use; readonly until: Instant };

/** The use of a machine without a gap, oldest first. The first spell begins at `since`. */
export type UseHistory = { readonly since: Instant; readonly spells: readonly UseSpell[] };

export type CpuPoint = Pick<UsagePoint, 'at' | 'cpu'>;

/** The time before the end of a history from which its continuation needs points. */
export const useOverlap: Span = milliseconds(halfHour - usageSlot);

/**
 * Continues or begins a history with points in order of time, one per slot, up to the last one or to an instant. The
 * result does not depend on where a history is cut.
 */
export function withUse(
  known: UseHistory | null,
  points: readonly CpuPoint[],
  until = points.at(-1)?.at,
  limit: number = useLimit,
): UseHistory | null {
  const since = known?.since ?? (points[0] && earlier(points[0].at, usageSlot));
  if (since === undefined || until === undefined) return known;
  const spells = [...(known?.spells ?? [])];
  let [oldest, next] = [0, 0];
  for (let at = later(spells.at(-1)?.until ?? since, usageSlot); at <= until; at = later(at, usageSlot)) {
    while (isUntil(points[next], at)) next += 1;
    while (isUntil(points[oldest], earlier(at, halfHour))) oldest += 1;
    const use = useOf(points, oldest, next, limit);
    if (spells.at(-1)?.use === use) spells.pop();
    spells.push({ use, until: at });
  }
  return { since, spells };
}

const isUntil = (point: CpuPoint | undefined, at: Instant): boolean => point !== undefined && point.at <= at;

function useOf(points: readonly CpuPoint[], from: number, until: number, limit: number): Use {
  let [sum, known] = [0, 0];
  for (let index = from; index < until; index += 1) {
    const cpu = points[index]?.cpu ?? null;
    if (cpu === null) continue;
    sum += cpu;
    known += 1;
  }
  if (sum >= limit * slotsOfUse) return 'used';
  return known === slotsOfUse ? 'quiet' : 'missing';
}

/** Returns the part of a history after an instant. */
export function useSince({ since, spells }: UseHistory, from: Instant): UseHistory {
  return from <= since
    ? { since, spells }
    : { since: from, spells: spells.filter(({ until }) => until > from) };
}

/**
 * The time without samples after which a gap counts as an outage of the monitors and is ignored; a shorter one counts
 * as use.
 */
export const outage: Span = hours(12);

/**
 * Returns the instant from which the use of a history can be known. A mean of half an hour takes that long, so the first
 * slots of any history are missing, which says nothing about the machine.
 */
export function knownFrom({ since, spells: [first] }: UseHistory): Instant {
  const isBeginning = first?.use === 'missing' && first.until <= later(since, useOverlap);
  return isBeginning ? first.until : since;
}

/** Finds spells of a history by time. */
export type UseLookup = {
  /** Returns the use at an instant and the start of its spell; `null` outside of the history. */
  readonly at: (at: Instant) => { readonly use: Use; readonly from: Instant } | null;
  /** Returns the most significant use in `(from, until]`: in order, use, a gap, an outage, or quiet. */
  readonly within: (from: Instant, until: Instant) => Use | 'outage';
  /**
   * Returns the end of the first slot of use, or of a gap, in `(from, until]`, or that of the first slot of all if an
   * outage hides some of the time before it; without one, `outage` if an outage hides some of that time, or `null`.
   */
  readonly firstUse: (from: Instant, until: Instant) => Instant | 'outage' | null;
};

export function useLookup(history: UseHistory): UseLookup {
  const { since, spells } = history;
  const begins = knownFrom(history);
  const startOf = (index: number): Instant => spells[index - 1]?.until ?? since;
  /** Returns the index of the first spell that ends at or after an instant. */
  const indexAt = (at: Instant): number => {
    let [low, high] = [0, spells.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spells[middle]?.until ?? at) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Returns the index of the first spell that ends after an instant, without the beginning whose use cannot be known. */
  const indexAfter = (from: Instant): number => indexAt(later(latest(from, begins), milliseconds(1)));
  const end = spells.at(-1)?.until ?? since;
  const isOutage = (index: number, { use, until }: UseSpell): boolean =>
    use === 'missing' && between(startOf(index), until) >= outage;
  return {
    at: (at) => {
      const index = indexAt(at);
      const spell = spells[index];
      return spell === undefined || at <= since ? null : { use: spell.use, from: startOf(index) };
    },
    within: (from, until) => {
      let found: Use | 'outage' = from < begins ? 'outage' : 'quiet';
      let index = indexAfter(from);
      for (; index < spells.length && startOf(index) < until; index += 1) {
        const spell = spells[index] ?? { use: 'missing', until };
        if (spell.use === 'used') return 'used';
        if (spell.use === 'quiet') continue;
        if (!isOutage(index, spell)) found = 'missing';
        else if (found === 'quiet') found = 'outage';
      }
      return end < until && found === 'quiet' ? 'outage' : found;
    },
    firstUse: (from, until) => {
      let isHidden = from < begins;
      let index = indexAfter(from);
      for (; index < spells.length && startOf(index) < until; index += 1) {
        const spell = spells[index];
        if (spell === undefined || spell.use === 'quiet') continue;
        if (!isOutage(index, spell)) return later(isHidden ? from : latest(from, startOf(index)), usageSlot);
        isHidden = true;
      }
      return isHidden || end < until ? 'outage' : null;
    },
  };
}
