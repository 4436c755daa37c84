import { type Stretch, useWithin } from '../../../model/facts/use-history.ts';
import {
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
const leeway: Span = hours(0.5);

/**
 * Past days: those on which a VM was used in the time that begins at this time of day, and those on which it was not,
 * each by the share of that time in which it is known to have been quiet.
 */
export type DaysOfUse = { readonly used: number; readonly quiet: number };

/** The past days of a VM, from which the time ahead is estimated. */
export type PastUse = {
  readonly all: DaysOfUse;
  /** Those of the same day of the week. */
  readonly sameWeekday: DaysOfUse;
};

/** Counts the days before a moment. What is not known of a day counts for nothing. */
export function pastUse(stretches: readonly Stretch[], now: Instant, within: Span): PastUse {
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
