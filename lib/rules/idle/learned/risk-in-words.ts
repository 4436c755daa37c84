import { computeSpan, hours, type Instant, type Span, spanInWords } from '../../../model/time/time.ts';
import { countUsedDays, type DaysOfUse, leastHabit, type Risk } from './risk.ts';

/**
 * Returns the evidence for the risk as text: how long the VM has been idle, and its use at this hour on recent days.
 */
export function riskInWords({ quietSince, past }: Risk, now: Instant, within: Span): string {
  const { all, sameWeekday } = past;
  const daily = `In the ${within / hours(1)} h after this time of day it ${onDays(all, 'recent day')}`;
  const weekly =
    countUsedDays(sameWeekday) < leastHabit
      ? ''
      : `; of these, on the same day of the week it ${onDays(sameWeekday, 'day')}`;
  return `idle for ${spanInWords(computeSpan(quietSince, now))}. ${daily}${weekly}`;
}

function onDays(past: DaysOfUse, day: string): string {
  const { used, unseen, due, quiet } = past;
  const dayCount = Math.round(countUsedDays(past) + quiet);
  if (dayCount === 0) return `has no data for any ${day}`;
  const ofDays = `${dayCount} ${day}${dayCount === 1 ? '' : 's'}`;
  if (countUsedDays(past) === 0) return `stayed quiet on ${dayCount} of ${ofDays}`;
  const missing = unseen === 0 ? '' : `, had samples missing at their usual hour on ${unseen}`;
  return `was used on ${used} of ${ofDays}${missing}${due === 0 ? '' : `, and was used shortly before on ${due}, which is late today`}`;
}

/**
 * The shares of wrong stops among all stops up to a risk, from the lowest to the highest of the fleets in
 * docs/idle.md.
 */
const measured = [
  { upTo: 1, wrong: '1 to 4 %' },
  { upTo: 2, wrong: '1 to 5 %' },
  { upTo: 5, wrong: '2 to 9 %' },
  { upTo: 10, wrong: '3 to 15 %' },
] as const;

/** Returns the measured range of wrong stops at a risk, since fleets differ. */
export const riskRange = (risk: number): string =>
  measured.find(({ upTo }) => risk * 100 <= upTo)?.wrong ?? 'over 10 %';
