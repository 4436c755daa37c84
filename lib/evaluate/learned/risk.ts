import { usageSlot } from '../../model/facts/usage.ts';
import { type CpuPoint, type UseHistory, useLookup } from '../../model/facts/use-history.ts';
import { leastKnown } from '../../model/rules/idle-rule.ts';
import {
  between,
  days,
  earlier,
  earliest,
  hours,
  type Instant,
  later,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';
import { daysBack, doubt, fade } from './past-days.ts';
import { unusualUse } from './similar-use.ts';

/** The time for which a machine must be quiet, and its use known, before it is judged. */
export const leastQuiet: Span = hours(2);
/** The time covered by samples; the history of use covers all before it. */
export const recent: Span = hours(4);

/** The evidence for the risk of a stop. */
export type Evidence = {
  readonly quietSince: Instant;
  /**
   * Days within `daysBack`, each weighed by 0.8 for each day back: those with known use, and those with use in the time
   * from this hour on. A day on which use began half an hour before the end of that time counts whole, one on which it
   * began half an hour after it not at all, and in between in part.
   */
  readonly known: number;
  readonly used: number;
  /** Days of nearly four weeks, each counted as one: those with known use, and those with use from this hour on. */
  readonly knownInAll: number;
  readonly usedInAll: number;
  /** Of these, the days that were quiet in the two hours before: those that stayed quiet, and those that did not. */
  readonly stayed: number;
  readonly left: number;
  /** By how much its use in the last hours, and that of VMs like it, exceeds what is usual: from -1 to 1. */
  readonly unusual: number;
  /** The highest CPU of the last four hours, and the mean of the last hour, in percent. */
  readonly highest: number;
  readonly mean: number;
};

/** By how much earlier or later than on a past day use may begin: neither jobs nor people are on time. */
const leeway: Span = hours(0.5);

/** Returns how much use after a time counts as use within another: in part where it began at about the end of it. */
const shareOf = (after: Span, within: Span): number =>
  Math.min(1, Math.max(0, (within + leeway - after) / (2 * leeway)));

/** A day less than the history that is kept, so that nothing depends on when it was cut. */
export const allDaysBack = 27;

/**
 * Returns the evidence for the chance that a quiet machine is used within a time. A slot without a sample counts as
 * use, at full load. Returns `null` if the machine is in use, or was quiet or known for too short a time. The use of
 * similar machines is weighed by `around`, with that of the machine itself.
 */
export function evidenceOf(
  history: UseHistory,
  points: readonly CpuPoint[],
  now: Instant,
  within: Span,
  around: (own: number) => number,
): Evidence | null {
  const lookup = useLookup(history);
  const present = lookup.at(now);
  if (present?.use !== 'quiet' || between(history.since, now) < leastKnown) return null;
  if (between(present.from, now) < leastQuiet) return null;
  const tally = { known: 0, used: 0, stayed: 0, left: 0, knownInAll: 0, usedInAll: 0 };
  for (let back = 1, weight = 1; back <= allDaysBack; back += 1, weight *= fade) {
    const then = earlier(now, days(back));
    const usedAt = lookup.firstUse(then, earliest(now, later(then, milliseconds(within + leeway))));
    if (usedAt === 'outage') continue;
    const used = usedAt === null ? 0 : shareOf(between(then, usedAt), within);
    const before = lookup.within(earlier(then, leastQuiet), then);
    tally.knownInAll += 1;
    tally.usedInAll += used;
    if (before !== 'used') tally.left += used;
    if (before === 'quiet') tally.stayed += 1 - used;
    if (back > daysBack) continue;
    tally.known += weight;
    tally.used += weight * used;
  }
  const last = points.filter((point) => point.at > earlier(now, recent) && point.at <= now);
  const hour = last.filter((point) => point.at > earlier(now, hours(1)));
  return {
    quietSince: present.from,
    ...tally,
    unusual: around(unusualUse(lookup, now) ?? 1),
    highest: last.length < recent / usageSlot ? 100 : Math.max(...last.map(({ cpu }) => cpu ?? 100)),
    mean: hour.reduce((sum, { cpu }) => sum + (cpu ?? 100), 0) / Math.max(1, hour.length),
  };
}

/**
 * Returns the terms of the scorecard. The risk grows with each, so neither more load in the last hours nor a missing
 * sample ever lowers it.
 */
export const termsOf = ({
  known,
  used,
  knownInAll,
  usedInAll,
  stayed,
  left,
  unusual,
  highest,
  mean,
}: Evidence): readonly number[] => [
  Math.log((used + doubt) / (known - used + doubt)),
  Math.log((usedInAll + doubt) / (knownInAll - usedInAll + doubt)),
  Math.log((left + doubt) / (stayed + doubt)),
  unusual,
  Math.min(highest, 30) / 15,
  Math.log(mean + 1),
];

/** A constant, and the weight of each term. */
export type Weights = readonly number[];

/** Returns the chance that a machine with these terms is used within the time that the weights are fitted for. */
export function chanceBy([constant = 0, ...weights]: Weights, terms: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (terms[index] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}
