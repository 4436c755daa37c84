import { knownFrom, outage, type UseHistory } from '../../model/facts/use-history.ts';
import { hours } from '../../model/time/time.ts';

/** Hours since 1970 as bits: those in which a machine was in use, and those in which it was or may have been. */
export type HoursOfUse = {
  readonly from: number;
  readonly used: Uint32Array;
  readonly possible: Uint32Array;
};

const bitsAWord = 32;

/** Returns the hours in which a machine was in use, by its history. */
export function hoursOf(history: UseHistory): HoursOfUse {
  const { since, spells } = history;
  const from = Math.floor(since / hours(1) / bitsAWord);
  const last = spells.at(-1)?.until ?? since;
  const words = Math.floor(last / hours(1) / bitsAWord) - from + 1;
  const [used, possible] = [new Uint32Array(words), new Uint32Array(words)];
  let begin: number = knownFrom(history);
  for (const { use, until } of spells) {
    if (until <= begin) continue;
    // The slot that ends with an hour is of that hour.
    const [first, end] = [Math.floor(begin / hours(1)), Math.ceil(until / hours(1))];
    const isOutage = use === 'missing' && until - begin >= outage;
    begin = until;
    if (use === 'quiet' || isOutage) continue;
    for (let hour = first; hour < end; hour += 1) {
      const word = (hour >>> 5) - from;
      const bit = 1 << (hour & 31);
      possible[word] = (possible[word] ?? 0) | bit;
      if (use === 'used') used[word] = (used[word] ?? 0) | bit;
    }
  }
  return { from, used, possible };
}

/** The number of hours that are compared. */
const compared = 14 * 24;
/** The number of hours that is added to those of use, so that a few hours in common weigh little. */
const fewHours = 2;

/** Bits of two weeks before an hour, in whole words: hours outside of these are of no use. */
export type Weeks = {
  readonly used: Int32Array;
  readonly possible: Int32Array;
  /** The number of hours of use; `null` if samples are missing in some hour. */
  readonly known: number | null;
};

/** Returns the hours of the two weeks before an hour. */
export function weeksBefore({ from, used, possible }: HoursOfUse, until: number): Weeks {
  const [first, last] = [(until - compared) >>> 5, (until - 1) >>> 5];
  const words = last - first + 1;
  const weeks = { used: new Int32Array(words), possible: new Int32Array(words) };
  let known: number | null = 0;
  for (let word = 0; word < words; word += 1) {
    let mask = -1;
    if (word === 0) mask &= -1 << ((until - compared) & 31);
    if (word === words - 1 && (until & 31) !== 0) mask &= (1 << (until & 31)) - 1;
    const [sure, unsure] = [used[first - from + word] ?? 0, possible[first - from + word] ?? 0];
    weeks.used[word] = sure & mask;
    weeks.possible[word] = unsure & mask;
    known = known === null || ((sure ^ unsure) & mask) !== 0 ? null : known + countBits(sure & mask);
  }
  return { ...weeks, known };
}

/** The weight of a machine beside another, at least and at most. */
export type Common = { readonly least: number; readonly most: number };

/**
 * Returns the square of the hours in which both machines were in use, in proportion to those in which either was, so that
 * many that have little in common weigh little together: the least and the most that it can be, whatever happened in
 * hours without samples.
 */
export function inCommon(one: Weeks, other: Weeks): Common {
  if (one.known !== null && other.known !== null) {
    let both = 0;
    for (let word = 0; word < one.used.length; word += 1)
      both += countBits((one.used[word] ?? 0) & (other.used[word] ?? 0));
    const share = (both / (one.known + other.known - both + fewHours)) ** 2;
    return { least: share, most: share };
  }
  let [both, bothPossible, either, leastEither] = [0, 0, 0, 0];
  for (let word = 0; word < one.used.length; word += 1) {
    const [used, possible] = [one.used[word] ?? 0, one.possible[word] ?? 0];
    const [usedToo, possibleToo] = [other.used[word] ?? 0, other.possible[word] ?? 0];
    if ((possible | possibleToo) === 0) continue;
    both += countBits(used & usedToo);
    bothPossible += countBits(possible & possibleToo);
    either += countBits(possible | possibleToo);
    leastEither += countBits(used | usedToo | (possible & possibleToo));
  }
  return {
    least: (both / (either + fewHours)) ** 2,
    most: (bothPossible / (leastEither + fewHours)) ** 2,
  };
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
