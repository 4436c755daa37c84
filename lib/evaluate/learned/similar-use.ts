import { type FleetUse, followUse } from '../../model/facts/fleet-use.ts';
import { longestWait } from '../../model/facts/usage.ts';
import { outage, type UseHistory, type UseLookup, useLookup } from '../../model/facts/use-history.ts';
import type { VmId } from '../../model/ids.ts';
import { days, earlier, hours, type Instant, later, type Span } from '../../model/time/time.ts';
import type { Facts } from '../facts.ts';

/** The hours before a look in which use counts as unusual, if that time of day had none on the days before. */
const lately = hours(8);
/** Those of other VMs whose samples have come. */
const latelySettled = hours(6);
const daysBack = 14;
/** The weight of each day in proportion to that of the day after it. */
const fade = 0.8;
/** The prior: 0.3 of a day of use, and as much of quiet. */
const doubt = 0.3;
/** The number of other VMs on each side, in order of their ids, that a VM is compared with. */
const neighbours = 100;

/**
 * Returns by how much the use of a machine in the last hours, 1 or 0, exceeds what is usual at that time of day. A gap
 * counts as use in the last hours and as none on the days before, so that it never lowers the figure. Returns `null`
 * where an outage hides it.
 */
export function unusualUse(lookup: UseLookup, until: Instant, span: Span = lately): number | null {
  const now = lookup.within(earlier(until, span), until);
  if (now === 'outage') return null;
  let [used, known] = [0, 0];
  for (let back = 1, weight = 1; back <= daysBack; back += 1, weight *= fade) {
    const then = earlier(until, days(back));
    const use = lookup.within(earlier(then, span), then);
    if (use === 'outage') continue;
    known += weight;
    if (use === 'used') used += weight;
  }
  return (now === 'quiet' ? 0 : 1) - (used + doubt) / (known + 2 * doubt);
}

/** The other VMs of a project, of which some are in use at the same time as a VM. */
export type SimilarUse = {
  /**
   * Returns the unusual use of a VM together with that of VMs that were in use in the same hours as it in the two
   * weeks before: the mean of its own, `own`, and of theirs up to an instant, each weighed by the share of hours of use that it
   * has in common with the VM. What is not known of these hours is taken to be what makes the figure the highest.
   */
  readonly around: (vm: VmId, history: UseHistory, own: number, until: Instant) => number;
};

/** What is known of the use of a project's VMs. */
export type UseFacts = Pick<Facts, 'samplings' | 'use' | 'stops'> & {
  /** Made of the others where it is absent. */
  readonly similar?: SimilarUse | undefined;
};
const made = new WeakMap<UseFacts, SimilarUse>();

/** Returns the use of a project's VMs by all that is known of it; made once, as all rules of a policy have one limit. */
export function similarIn(facts: UseFacts & Pick<Facts, 'observation'>, limit: number): SimilarUse {
  const known = facts.similar ?? made.get(facts);
  if (known !== undefined) return known;
  const { observation, samplings, use = null, stops } = facts;
  const news = observation.kind === 'project' ? [observation] : [];
  const similar = similarUse(followUse(use, [...samplings, ...news], stops, observation.at, limit));
  made.set(facts, similar);
  return similar;
}

/** Compares the VMs of a project by their use, which is taken for quiet after its end. */
export function similarUse({ until: end, of }: FleetUse): SimilarUse {
  const names = [...of.keys()].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const others = new Map<VmId, Other>();
  const otherOf = (name: VmId): Other | undefined => {
    const history = of.get(name);
    const known = others.get(name);
    if (known !== undefined || history === undefined) return known;
    const other: Other = {
      hours: hoursOf(history),
      weeks: null,
      lookup: useLookup(quietUntil(history, end)),
      unusual: new Map(),
    };
    others.set(name, other);
    return other;
  };
  return {
    around: (vm, history, own, until) => {
      const place = places.get(vm) ?? 0;
      const near = names.slice(Math.max(0, place - neighbours), place + neighbours + 1);
      // Use in the hours that are weighed does not change the weights.
      const hour = Math.floor(earlier(until, latelySettled) / hours(1));
      const weeks = weeksBefore(hoursOf(history), hour);
      const weighed: Weighed[] = [];
      for (const name of near) {
        const other = name === vm ? undefined : otherOf(name);
        const common = other && inCommon(weeks, weeksAt(other, hour));
        if (other === undefined || common === undefined || common.most === 0) continue;
        const unusual = unusualAt(other, until);
        if (unusual !== null) weighed.push({ unusual, common });
      }
      return highestMean(own, weighed);
    },
  };
}

type Other = {
  readonly hours: HoursOfUse;
  /** Those before the hour that was asked about last. */
  weeks: (Weeks & { readonly until: number }) | null;
  readonly lookup: UseLookup;
  /** What is known already, by instant. */
  readonly unusual: Map<Instant, number | null>;
};

function weeksAt(other: Other, until: number): Weeks {
  if (other.weeks?.until !== until) other.weeks = { until, ...weeksBefore(other.hours, until) };
  return other.weeks;
}

function unusualAt({ lookup, unusual }: Other, until: Instant): number | null {
  const known = unusual.get(until);
  if (known !== undefined) return known;
  const found = unusualUse(lookup, until, latelySettled);
  unusual.set(until, found);
  return found;
}

/** Continues a history as quiet for as long as a VM may wait to be asked for its samples. */
function quietUntil({ since, spells }: UseHistory, end: Instant): UseHistory {
  const until = later(end, longestWait);
  const last = spells.at(-1)?.until ?? since;
  return last >= until ? { since, spells } : { since, spells: [...spells, { use: 'quiet', until }] };
}

/** Hours since 1970 as bits: those in which a machine was in use, and those in which it was or may have been. */
type HoursOfUse = { readonly from: number; readonly used: Uint32Array; readonly possible: Uint32Array };

const bitsAWord = 32;

function hoursOf({ since, spells }: UseHistory): HoursOfUse {
  const from = Math.floor(since / hours(1) / bitsAWord);
  const last = spells.at(-1)?.until ?? since;
  const words = Math.floor(last / hours(1) / bitsAWord) - from + 1;
  const [used, possible] = [new Uint32Array(words), new Uint32Array(words)];
  let begin: number = since;
  for (const { use, until } of spells) {
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
const compared = daysBack * 24;
/** Hours that few hours in common weigh as much as. */
const fewHours = 2;

/** Bits of two weeks before an hour, in whole words: hours outside of these are of no use. */
type Weeks = { readonly used: Int32Array; readonly possible: Int32Array };

function weeksBefore({ from, used, possible }: HoursOfUse, until: number): Weeks {
  const [first, last] = [(until - compared) >>> 5, (until - 1) >>> 5];
  const words = last - first + 1;
  const weeks: Weeks = { used: new Int32Array(words), possible: new Int32Array(words) };
  for (let word = 0; word < words; word += 1) {
    let mask = -1;
    if (word === 0) mask &= -1 << ((until - compared) & 31);
    if (word === words - 1 && (until & 31) !== 0) mask &= (1 << (until & 31)) - 1;
    weeks.used[word] = (used[first - from + word] ?? 0) & mask;
    weeks.possible[word] = (possible[first - from + word] ?? 0) & mask;
  }
  return weeks;
}

/** The weight of a machine beside another, at least and at most. */
type Common = { readonly least: number; readonly most: number };

/**
 * Returns the square of the hours in which both machines were in use, in proportion to those in which either was, so that
 * many that have little in common weigh little together: the least and the most that it can be, whatever happened in
 * hours without samples.
 */
function inCommon(one: Weeks, other: Weeks): Common {
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

type Weighed = { readonly unusual: number; readonly common: Common };

/** Returns the highest mean of a VM's own figure and those of others, with a prior of zero, that their weights allow. */
function highestMean(own: number, others: readonly Weighed[]): number {
  const meanOver = (limit: number): number => {
    let [sum, weight] = [own, 1 + doubt];
    for (const { unusual, common } of others) {
      const share = unusual > limit ? common.most : common.least;
      sum += share * unusual;
      weight += share;
    }
    return sum / weight;
  };
  let mean = meanOver(1);
  // The highest weight of every figure over a mean makes a higher mean, until it is the highest of all.
  for (let next = meanOver(mean); next > mean; next = meanOver(mean)) mean = next;
  return mean;
}
