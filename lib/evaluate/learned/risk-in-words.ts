import { type UseHistory, type UseLookup, useLookup } from '../../model/facts/use-history.ts';
import type { Interval } from '../../model/time/period.ts';
import {
  between,
  days,
  earlier,
  hours,
  type Instant,
  later,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import { allDaysBack, type Evidence, leastQuiet } from './risk.ts';
import { lately } from './similar-use.ts';

/**
 * Returns the evidence for the risk as text: how long the machine has been idle, how often it was idle as long and
 * stayed so, its use at this hour on recent days, and the risk.
 */
export function riskInWords(
  history: UseHistory,
  { quietSince, unusual }: Evidence,
  risk: number,
  now: Instant,
  within: Span,
): string {
  const lookup = useLookup(history);
  const idle = between(quietSince, now);
  const spells = spellsAsLong(history, idle).filter(({ from }) => from < quietSince);
  const stayed = spells.filter(({ from, until }) => between(from, until) >= idle + within);
  const as = { long: spells.length, stayed: stayed.length };
  const at = daysAtThisHour(lookup, now, within);
  const more = `${within / hours(1)} more hours`;
  const before =
    as.long === 0
      ? 'It has never been idle this long before'
      : `It has been idle this long ${times(as.long)} and ${howOften(as.stayed, as.long, `stayed so for ${more}`)}`;
  const daily =
    at.quiet === 0
      ? `at this hour ${at.used === 0 ? 'no earlier day is known' : 'it was in use on all recent days'}`
      : `at this hour it was quiet on ${at.quiet} recent ${at.quiet === 1 ? 'day' : 'days'} and stayed quiet on ${at.stayed}`;
  return `idle for ${spanInWords(idle)}. ${before}; ${daily}.${lastHours(lookup, now, unusual)} Risk of stopping it wrongly: ${riskPercent(risk)} %.`;
}

/** The least excess or lack of use that is worth a sentence. */
const leastUnusual = 0.2;

/** Returns whether it or similar machines were used more or less than usual lately; nothing if they were not. */
function lastHours(lookup: UseLookup, now: Instant, unusual: number): string {
  const last = `In the last ${spanInWords(lately)}`;
  const own = lookup.within(earlier(now, lately), now);
  if (own === 'missing' || own === 'outage') return ` ${last} samples are missing.`;
  if (Math.abs(unusual) < leastUnusual) return '';
  return ` ${last} it or VMs like it were used ${unusual > 0 ? 'more' : 'less'} than usual.`;
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
function howOften(count: number, all: number, what: string): string {
  if (count === 0) return `never ${what}`;
  return `${what} ${count < all ? times(count) : all === 1 ? 'that time' : 'each time'}`;
}
/** Returns a risk in percent, with a decimal place where it is under 10 %. It is never called none, or certain. */
export function riskPercent(risk: number): string {
  if (risk < 0.0005) return 'under 0.1';
  return risk >= 0.995 ? 'over 99' : (risk * 100).toFixed(risk < 0.1 ? 1 : 0);
}

/** Returns the spells in which a machine was quiet at least this long, including the present one. */
export function spellsAsLong({ since, spells }: UseHistory, least: Span): Interval[] {
  const begins = [since, ...spells.map(({ until }) => until)];
  return spells.flatMap(({ use, until }, index) => {
    const from = begins[index] ?? until;
    return use === 'quiet' && between(from, until) >= least ? [{ from, until }] : [];
  });
}

function daysAtThisHour(lookup: UseLookup, now: Instant, within: Span) {
  const count = { quiet: 0, stayed: 0, used: 0 };
  for (let back = 1; back <= allDaysBack; back += 1) {
    const then = earlier(now, days(back));
    const before = lookup.within(earlier(then, leastQuiet), then);
    if (before === 'used') count.used += 1;
    if (before !== 'quiet') continue;
    count.quiet += 1;
    if (lookup.within(then, later(then, within)) === 'quiet') count.stayed += 1;
  }
  return count;
}
