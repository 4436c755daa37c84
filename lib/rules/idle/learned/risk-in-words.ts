import { between, hours, type Instant, type Span, spanInWords } from '../../../model/time/time.ts';
import type { DaysOfUse } from './past-use.ts';
import { leastHabit, type Risk } from './risk.ts';

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
  const known = Math.round(used + quiet);
  if (known === 0) return `has no data for any ${day}`;
  const ofDays = `${known} ${day}${known === 1 ? '' : 's'}`;
  return used === 0 ? `stayed quiet on all of ${ofDays}` : `was used on ${used} of ${ofDays}`;
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
