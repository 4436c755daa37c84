import { usageSlot } from '../../model/facts/usage.ts';
import { type CpuPoint, type UseHistory, useLookup } from '../../model/facts/use-history.ts';
import { leastKnown } from '../../model/rules/idle-rule.ts';
import { between, days, earlier, hours, type Instant, later, type Span } from '../../model/time/time.ts';

/** A machine is judged when it has been quiet this long, and is known. */
export const leastQuiet: Span = hours(2);
/** How far back the samples themselves are looked at; all before is told by the history of use. */
export const recent: Span = hours(4);

/** What the risk of a stop rests on. */
export type Evidence = {
  readonly quietSince: Instant;
  /** Of the last days, weighed by 0.8 a day back: those that are told of, and those with use within the time from this hour on. */
  readonly told: number;
  readonly used: number;
  /** Of those that were quiet in the hour before: the ones that stayed quiet, and the ones that did not. */
  readonly stayed: number;
  readonly left: number;
  readonly hoursQuiet: number;
  /** The highest CPU of the last four hours, and the mean of the last, in percent. */
  readonly highest: number;
  readonly mean: number;
};

export const daysBack = 14;
const fade = 0.8;

/**
 * Returns what is known of the chance that a quiet machine is used within a time. A slot without a sample is never quiet: it
 * counts as use, at full load. `null` where the machine is in use, or was quiet or known for too short a time.
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
  const tally = { told: 0, used: 0, stayed: 0, left: 0 };
  for (let back = 1, weight = 1; back <= daysBack; back += 1, weight *= fade) {
    const then = earlier(now, days(back));
    const after = lookup.within(then, later(then, within));
    if (after === 'outage') continue;
    const isUsed = after !== 'quiet';
    tally.told += weight;
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
 * Returns what the scorecard weighs. Each term grows with the risk, but for the third: so neither more load in the last hours
 * nor a missing sample ever lowers it.
 */
export const termsOf = ({
  told,
  used,
  stayed,
  left,
  hoursQuiet,
  highest,
  mean,
}: Evidence): readonly number[] => [
  Math.log((used + doubt) / (told - used + doubt)),
  Math.log((left + doubt) / (stayed + doubt)),
  Math.log(hoursQuiet),
  Math.min(highest, 30) / 15,
  Math.log(mean + 1),
];
/** What is known before anything is: a third of a day of use, and as much of quiet. */
const doubt = 0.3;

/** A constant, and the weight of each term. */
export type Weights = readonly number[];

/** Returns the chance that a machine with these terms is used within the time that the weights are fitted for. */
export function chanceBy([constant = 0, ...weights]: Weights, terms: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (terms[index] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}
