import { type Stretch, useWithin } from '../../../model/facts/use-history.ts';
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
  spanInWords,
} from '../../../model/time/time.ts';

/** The number of past days that count. */
const daysBack = 28;
/** Neither jobs nor people are on time: use this long after the end of the time counts as well. */
const leeway: Span = hours(0.5);

/**
 * Past days: those on which a VM was used in the time that begins at this time of day, and those on which it was not,
 * each by the share of that time in which it is known to have been quiet.
 */
export type DaysOfUse = { readonly used: number; readonly quiet: number };

/** The past days of a VM, from which the time ahead is estimated. */
type PastUse = {
  readonly all: DaysOfUse;
  /** The past days on the same day of the week. */
  readonly sameWeekday: DaysOfUse;
};

/** Counts the days before a moment. What is not known of a day counts for nothing. */
function pastUse(stretches: readonly Stretch[], now: Instant, within: Span): PastUse {
  const [all, sameWeekday] = [
    { used: 0, quiet: 0 },
    { used: 0, quiet: 0 },
  ];
  const length = milliseconds(within + leeway);
  for (let back = 1; back <= daysBack; back += 1) {
    const then = earlier(now, days(back));
    const { quiet, isUsed } = useWithin(stretches, then, earliest(now, later(then, length)));
    for (const count of back % 7 === 0 ? [all, sameWeekday] : [all]) {
      if (isUsed) count.used += 1;
      else count.quiet += quiet / length;
    }
  }
  return { all, sameWeekday };
}

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

/**
 * Returns the evidence for the risk as text: how long the VM has been idle, its use at this hour on recent days, and
 * how often such stops were wrong.
 */
export function riskInWords({ quietSince, past, risk }: Risk, now: Instant, within: Span): string {
  const { all, sameWeekday } = past;
  const daily = `In the ${within / hours(1)} h after this time of day it ${onDays(all, 'recent day')}`;
  const weekly =
    sameWeekday.used < leastHabit
      ? ''
      : `; of these, on the same day of the week it ${onDays(sameWeekday, 'day')}`;
  return `idle for ${spanInWords(between(quietSince, now))}. ${daily}${weekly}. Risk of stopping it wrongly: ${riskRange(risk)}.`;
}

function onDays({ used, quiet }: DaysOfUse, day: string): string {
  const dayCount = Math.round(used + quiet);
  if (dayCount === 0) return `has no data for any ${day}`;
  const ofDays = `${dayCount} ${day}${dayCount === 1 ? '' : 's'}`;
  return used === 0 ? `stayed quiet on ${dayCount} of ${ofDays}` : `was used on ${used} of ${ofDays}`;
}

/**
 * The shares of stops that were wrong, in percent, on fleets of docs/idle.md, of all stops up to a risk: the lowest and the
 * highest of them.
 */
const measured = [
  { upTo: 1, wrong: '1 to 4 %' },
  { upTo: 2, wrong: '1 to 5 %' },
  { upTo: 5, wrong: '2 to 9 %' },
  { upTo: 10, wrong: '3 to 15 %' },
] as const;

/** Returns a risk as the range that it was measured to be in, as no fleet is like another. */
export const riskRange = (risk: number): string =>
  measured.find(({ upTo }) => risk * 100 <= upTo)?.wrong ?? 'over 10 %';
