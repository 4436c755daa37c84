import type { Stretch } from '../../../model/facts/use-history.ts';
import { between, hours, type Instant, type Span } from '../../../model/time/time.ts';
import { type DaysOfUse, type PastUse, pastUse } from './past-use.ts';

/** The time for which a VM must be quiet before it is judged. */
export const leastQuiet: Span = hours(4);
/** The days with use, of the last four of one day of the week, that are a habit. */
export const leastHabit = 2;
/**
 * Quiet for this part of the time ahead, a VM is taken to be as likely used in it as it was on the past days. It was
 * chosen, as all of this rule, on the fleets of docs/idle.md.
 */
const weightOfQuiet = 3 / 8;

/** The risk of stopping a VM, with what it rests on. */
export type Risk = { readonly risk: number; readonly quietSince: Instant; readonly past: PastUse };

/**
 * Returns the risk of stopping a VM at a moment: a chance that it is used within a time, by which stops are ordered.
 * `null` if it is in use, its use is unknown, or it has not been quiet for long enough.
 */
export function riskAt(stretches: readonly Stretch[], now: Instant, within: Span): Risk | null {
  const present = stretches.findLast(({ from }) => from < now);
  if (present?.use !== 'quiet' || present.until < now) return null;
  const { from: quietSince } = present;
  if (between(quietSince, now) < leastQuiet) return null;
  const past = pastUse(stretches, now, within);
  const odds = (oddsOf(past) * weightOfQuiet * within) / between(quietSince, now);
  return { risk: odds / (1 + odds), quietSince, past };
}

/**
 * Returns the odds of use on past days, with one more of each kind, as few days prove little. A habit on this day of the
 * week counts where it is the higher: each of these days for seven.
 */
function oddsOf({ all, sameWeekday: { used, quiet } }: PastUse): number {
  const odds = (days: DaysOfUse) => (days.used + 1) / (days.quiet + 1);
  return used < leastHabit ? odds(all) : Math.max(odds(all), odds({ used: 7 * used, quiet: 7 * quiet }));
}
