import { usageSlot } from '../../model/facts/usage.ts';
import { type CpuPoint, type UseHistory, useLookup } from '../../model/facts/use-history.ts';
import { leastKnown } from '../../model/rules/idle-rule.ts';
import { between, days, earlier, hours, type Instant, later, type Span } from '../../model/time/time.ts';

/** The time for which a machine must be quiet, and its use known, before it is judged. */
export const leastQuiet: Span = hours(2);
/** The time covered by samples; the history of use covers all before it. */
export const recent: Span = hours(4);

/** The evidence for the risk of a stop. */
export type Evidence = {
  readonly quietSince: Instant;
  /**
   * Days within `daysBack`, each weighed by 0.8 for each day back: those with known use, and those with use in the time
   * from this hour on.
   */
  readonly known: number;
  readonly used: number;
  /** Of the days that were quiet in the hour before: those that stayed quiet, and those that did not. */
  readonly stayed: number;
  readonly left: number;
  /** Days of nearly four weeks, each counted as one: those with known use, and those with use from this hour on. */
  readonly knownInAll: number;
  readonly usedInAll: number;
  readonly hoursQuiet: number;
  /** The highest CPU of the last four hours, and the mean of the last hour, in percent. */
  readonly highest: number;
  readonly mean: number;
};

export const daysBack = 14;
/** A day less than the history that is kept, so that nothing depends on when it was cut. */
const allDaysBack = 27;
const fade = 0.8;

/**
 * Returns the evidence for the chance that a quiet machine is used within a time. A slot without a sample counts as
 * use, at full load. Returns `null` if the machine is in use, or was quiet or known for too short a time.
 */
export function evidenceOf(
  history: UseHistory,
  points: readonly CpuPoint[],
  now: Instant,
  within: Span,
): Evidence | null {
  const lookup = useLookup(history);
  const present = lookup.at(now);
  if (present?.use !== 'quiet' || between(history.since, now) < leastKnown) return null;
  const quiet = between(present.from, now);
  if (quiet < leastQuiet) return null;
  const tally = { known: 0, used: 0, stayed: 0, left: 0, knownInAll: 0, usedInAll: 0 };
  for (let back = 1, weight = 1; back <= allDaysBack; back += 1, weight *= fade) {
    const then = earlier(now, days(back));
    const after = lookup.within(then, later(then, within));
    if (after === 'outage') continue;
    const isUsed = after !== 'quiet';
    tally.knownInAll += 1;
    if (isUsed) tally.usedInAll += 1;
    if (back > daysBack) continue;
    tally.known += weight;
    if (isUsed) tally.used += weight;
    const before = lookup.within(earlier(then, hours(1)), then);
    if (before === 'missing' || (before !== 'used' && isUsed)) tally.left += weight;
    else if (before === 'quiet') tally.stayed += weight;
  }
  const last = points.filter((point) => point.at > earlier(now, recent) && point.at <= now);
  const hour = last.filter((point) => point.at > earlier(now, hours(1)));
  return {
    quietSince: present.from,
    ...tally,
    hoursQuiet: quiet / hours(1),
    highest: last.length < recent / usageSlot ? 100 : Math.max(...last.map(({ cpu }) => cpu ?? 100)),
    mean: hour.reduce((sum, { cpu }) => sum + (cpu ?? 100), 0) / Math.max(1, hour.length),
  };
}

/**
 * Returns the terms of the scorecard. The risk grows with each term but the third, so neither more load in the last
 * hours nor a missing sample ever lowers it.
 */
export const termsOf = ({
  known,
  used,
  stayed,
  left,
  knownInAll,
  usedInAll,
  hoursQuiet,
  highest,
  mean,
}: Evidence): readonly number[] => [
  Math.log((used + doubt) / (known - used + doubt)),
  Math.log((left + doubt) / (stayed + doubt)),
  Math.log(hoursQuiet),
  Math.min(highest, 30) / 15,
  Math.log(mean + 1),
  Math.log((usedInAll + doubt) / (knownInAll - usedInAll + doubt)),
];
/** The prior: 0.3 of a day of use, and as much of quiet. */
const doubt = 0.3;

/** A constant, and the weight of each term. */
export type Weights = readonly number[];

/** Returns the chance that a machine with these terms is used within the time that the weights are fitted for. */
export function chanceBy([constant = 0, ...weights]: Weights, terms: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (terms[index] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}
