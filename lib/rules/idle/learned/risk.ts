import { longestGap, summarizeUse, type UseStretch } from '../../../model/facts/use-history.ts';
import {
  computeSpan,
  days,
  earlier,
  earliest,
  hours,
  type Instant,
  later,
  milliseconds,
  type Span,
} from '../../../model/time/time.ts';

/** The number of past days that count. */
const daysBack = 28;
/** Neither jobs nor people are on time: use this long after the end of the time counts as well. */
const leeway: Span = hours(1);
/** The time for which a VM must be quiet before it is judged. */
export const leastQuiet: Span = hours(4);
/** Use that is late is still due for this time. */
const longestDelay: Span = hours(5);
/** The days with use, of the last four of one day of the week, that are a habit. */
export const leastHabit = 2;
/**
 * Quiet for this part of the time ahead, a VM is taken to be as likely used in it as it was on the past days. It was
 * chosen, as all of this rule, on the fleets of docs/idle.md.
 */
const weightOfQuiet = 3 / 8;

/**
 * Past days by what a VM did in the time that begins at this time of day: those with use, those on which its samples are
 * missing where use or a gap is usual, those with use shortly before, which is due now, and the others, each by the share
 * of the time in which the VM is known to have been quiet.
 */
export type DaysOfUse = Readonly<Record<'used' | 'unseen' | 'due' | 'quiet', number>>;

/** The past days of a VM, from which the time ahead is estimated. */
type PastUse = {
  readonly all: DaysOfUse;
  /** The past days on the same day of the week. */
  readonly sameWeekday: DaysOfUse;
};

/** The times of an estimate: the end of the newest sample, the time ahead, and the end of the last use. */
type RiskTimes = { readonly now: Instant; readonly within: Span; readonly usedUntil: Instant };
type PastDay = {
  readonly use: 'used' | 'unseen' | 'quiet';
  readonly isBefore: boolean;
  readonly quiet: number;
};

/** Returns the use of a past day, and whether it began, or ended, shortly before this time of day. */
function pastDay(
  stretches: readonly UseStretch[],
  back: number,
  { now, within, usedUntil }: RiskTimes,
): PastDay {
  const then = earlier(now, days(back));
  const length = milliseconds(within + leeway);
  const ahead = summarizeUse(stretches, then, earliest(now, later(then, length)));
  // Today's own use may have ended at another minute than that of other days.
  const lateBy = milliseconds(Math.min(longestDelay, computeSpan(usedUntil, now) - leastQuiet));
  const { isUsed: isBefore } = summarizeUse(stretches, earlier(then, lateBy), then);
  const isUnseen = !ahead.isUsed && ahead.gaps.some((gap) => isUsual(stretches, gap, back, now));
  return {
    use: ahead.isUsed ? 'used' : isUnseen ? 'unseen' : 'quiet',
    isBefore,
    quiet: ahead.quiet / length,
  };
}

/** Reports whether a gap lies at an hour at which, on two of three other days, the VM is used or its samples are missing. */
function isUsual(stretches: readonly UseStretch[], gap: UseStretch, back: number, now: Instant): boolean {
  if (computeSpan(gap.from, gap.until) > longestGap) return false;
  let [known, alike] = [0, 0];
  for (let other = 1; other <= daysBack; other += 1) {
    const [from, until] = [gap.from, gap.until].map((at) => later(at, days(back - other)));
    if (other === back || from === undefined || until === undefined) continue;
    const { isUsed } = summarizeUse(stretches, from, earliest(now, until));
    const about = summarizeUse(stretches, earlier(from, hours(1)), earliest(now, later(until, hours(1))));
    const isAlike = isUsed || about.gaps.some((one) => computeSpan(one.from, one.until) <= longestGap);
    if (isAlike) alike += 1;
    if (isAlike || about.quiet > 0 || about.isUsed) known += 1;
  }
  return alike > 0 && alike * 3 >= known * 2;
}

/** Counts days. Use shortly before this time of day is due where the VM is used about this time on half of the days. */
function daysOfUse(past: readonly PastDay[]): DaysOfUse {
  const sumQuiet = (some: readonly PastDay[]) => some.reduce((sum, { quiet }) => sum + quiet, 0);
  const count = (kind: PastDay['use']) => past.filter(({ use }) => use === kind).length;
  const before = past.filter(({ use, isBefore }) => use === 'quiet' && isBefore);
  const others = past.filter(({ use, isBefore }) => use === 'quiet' && !isBefore);
  const isDue = past.length - others.length >= sumQuiet(others);
  const [due, quiet] = isDue ? [before.length, 0] : [0, sumQuiet(before)];
  return { used: count('used'), unseen: count('unseen'), due, quiet: quiet + sumQuiet(others) };
}

/** Returns the days on which a VM was used, or is taken to have been. */
export const countUsedDays = ({ used, unseen, due }: DaysOfUse): number => used + unseen + due;

/** The risk of stopping a VM, with what it rests on. */
export type Risk = { readonly risk: number; readonly quietSince: Instant; readonly past: PastUse };

/**
 * Returns the risk of stopping a VM at a moment: a chance that it is used within a time, by which stops are ordered.
 * `null` if it is in use, its use is unknown, or it has not been quiet for long enough.
 */
export function computeStopRisk(
  stretches: readonly UseStretch[],
  now: Instant,
  within: Span,
  load: number,
): Risk | null {
  const present = stretches.findLast(({ from }) => from < now);
  if (present?.use !== 'quiet' || present.until < now) return null;
  const { from: quietSince } = present;
  if (computeSpan(quietSince, now) < leastQuiet) return null;
  // A gap is no use that has come.
  const last = stretches.findLast(({ use, from, until }) => use === 'used' && from < now && until > from);
  const usedUntil = last?.until ?? stretches[0]?.from ?? quietSince;
  const days = Array.from({ length: daysBack }, (_, index) =>
    pastDay(stretches, index + 1, { now, within, usedUntil }),
  );
  const past = { all: daysOfUse(days), sameWeekday: daysOfUse(days.filter((_, index) => index % 7 === 6)) };
  const odds =
    (computeOdds(past) * Math.max(1, 3 * load) * weightOfQuiet * within) / computeSpan(quietSince, now);
  return { risk: odds / (1 + odds), quietSince, past };
}

/**
 * Returns the odds of use on past days, with one more of each kind, as few days prove little. A habit on this day of the
 * week counts where it is the higher: each of these days for seven.
 */
function computeOdds({ all, sameWeekday }: PastUse): number {
  const odds = (days: DaysOfUse, times: number) =>
    (times * countUsedDays(days) + 1) / (times * days.quiet + 1);
  return countUsedDays(sameWeekday) < leastHabit
    ? odds(all, 1)
    : Math.max(odds(all, 1), odds(sameWeekday, 7));
}
