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
/** The time after `within` in which use still counts, since neither jobs nor people are on time. */
const leeway: Span = hours(1);
/** The time for which a VM must be quiet before it is judged. */
export const leastQuiet: Span = hours(4);
/** How long use that is late still counts as due. */
const longestDelay: Span = hours(5);
/** The minimum number of days with use, of the last four of one weekday, that make a habit. */
export const leastHabit = 2;
/**
 * The share of the time ahead for which a VM must have been quiet for its odds of use to equal those of past days.
 * It was chosen, like the rest of this rule, on the fleets of docs/idle.md.
 */
const weightOfQuiet = 3 / 8;

/**
 * Past days by the VM's use in the hours after this time of day: with use; with samples missing where use or a gap
 * is usual; with use shortly before, which is due now; and the others, each counted by the share of these hours in
 * which the VM is known to have been quiet.
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

/** Returns the use of a past day, and whether the VM was used shortly before this time of day. */
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

/** True if, on two of three other days, the VM is used or lacks samples at the hour of a gap. */
function isUsual(stretches: readonly UseStretch[], gap: UseStretch, back: number, now: Instant): boolean {
  if (computeSpan(gap.from, gap.until) > longestGap) return false;
  let [known, alike] = [0, 0];
  for (let other = 1; other <= daysBack; other += 1) {
    const [from, until] = [gap.from, gap.until].map((at) => later(at, days(back - other)));
    if (other === back || from === undefined || until === undefined) continue;
    const { isUsed } = summarizeUse(stretches, from, earliest(now, until));
    const aroundGap = summarizeUse(stretches, earlier(from, hours(1)), earliest(now, later(until, hours(1))));
    const isAlike =
      isUsed || aroundGap.gaps.some((otherGap) => computeSpan(otherGap.from, otherGap.until) <= longestGap);
    if (isAlike) alike += 1;
    if (isAlike || aroundGap.quiet > 0 || aroundGap.isUsed) known += 1;
  }
  return alike > 0 && alike * 3 >= known * 2;
}

/**
 * Counts past days by kind. Use shortly before this time of day counts as due if the VM was used around it on half
 * of the days.
 */
function daysOfUse(past: readonly PastDay[]): DaysOfUse {
  const sumQuiet = (some: readonly PastDay[]) => some.reduce((sum, { quiet }) => sum + quiet, 0);
  const count = (kind: PastDay['use']) => past.filter(({ use }) => use === kind).length;
  const usedBefore = past.filter(({ use, isBefore }) => use === 'quiet' && isBefore);
  const others = past.filter(({ use, isBefore }) => use === 'quiet' && !isBefore);
  const isDue = past.length - others.length >= sumQuiet(others);
  const [due, quiet] = isDue ? [usedBefore.length, 0] : [0, sumQuiet(usedBefore)];
  return { used: count('used'), unseen: count('unseen'), due, quiet: quiet + sumQuiet(others) };
}

/** Returns the number of days on which a VM was used, or is assumed to have been. */
export const countUsedDays = ({ used, unseen, due }: DaysOfUse): number => used + unseen + due;

/** The risk of stopping a VM, between 0 and 1, with its evidence. */
export type Risk = { readonly risk: number; readonly quietSince: Instant; readonly past: PastUse };

/**
 * Returns the estimated chance that a VM, if stopped now, is used within a time. `null` if it is in use, its use
 * is unknown, or it has not been quiet for long enough.
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
  // A gap does not count as use.
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
 * Returns the odds of use on past days, with one more day of each kind, because few days prove little. If use on
 * this weekday is a habit, the higher odds count, with each such day weighted as seven.
 */
function computeOdds({ all, sameWeekday }: PastUse): number {
  const odds = (days: DaysOfUse, times: number) =>
    (times * countUsedDays(days) + 1) / (times * days.quiet + 1);
  return countUsedDays(sameWeekday) < leastHabit
    ? odds(all, 1)
    : Math.max(odds(all, 1), odds(sameWeekday, 7));
}
