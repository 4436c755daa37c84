import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { assertNever } from '../assert-never.ts';
import { type BudgetPeriod, nameOfPeriod } from './budget-period.ts';
import { aDay, isFarFromChange, lastAnswers, type SteadyInterval, sinceClocksShowed } from './steady.ts';
import {
  computeSpan,
  days,
  earlier,
  hours,
  Instant,
  isoInstant,
  later,
  latest,
  milliseconds,
} from './time.ts';
import type { Window } from './window.ts';

export const PeriodUnit = z.enum(['hour', 'day', 'month']);
export type PeriodUnit = z.infer<typeof PeriodUnit>;

/** A half-open interval: `from` is included, `until` is not. */
export const Interval = z.object({ from: Instant, until: Instant });
export type Interval = z.infer<typeof Interval>;
/** An hour, day or month of the calendar. */
export const Period = Interval.extend({ unit: PeriodUnit });
export type Period = z.infer<typeof Period>;

/** Reports whether a name is in the IANA time zone database, such as "Europe/London". */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

const zoned = (at: Instant, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

/** The intervals without clock changes that were used last, by zone. */
const stretches = new Map<string, readonly SteadyInterval[]>();
const mostStretches = 8;

/**
 * Returns the interval around an instant without clock changes, in which calendar arithmetic is a hundred times as
 * fast.
 */
function findSteadyInterval(at: Instant, zone: string): SteadyInterval {
  const stretchesOfZone = stretches.get(zone) ?? [];
  const stretch = stretchesOfZone.find(({ from, until }) => from <= at && at < until);
  if (stretch !== undefined) return stretch;
  const interval = readSteady(at, zone);
  stretches.set(zone, [interval, ...stretchesOfZone.slice(0, mostStretches - 1)]);
  return interval;
}

/** The time before an instant that is searched for clock changes, since searching for older ones is slow. */
const lookBack = days(60);

function readSteady(at: Instant, zone: string): SteadyInterval {
  const offset = milliseconds(zoned(at, zone).offsetNanoseconds / 1e6);
  let from = earlier(at, lookBack);
  for (;;) {
    const until = zoned(from, zone).getTimeZoneTransition('next')?.epochMilliseconds;
    if (until === undefined || until > at) return { from, until: until ?? Number.POSITIVE_INFINITY, offset };
    from = Instant.parse(until);
  }
}

/** Caches the last periods of each zone: calendars are slow, and all targets of a run need the same periods. */
const [hour, day, month] = [lastAnswers<Period>(), lastAnswers<Period>(), lastAnswers<Period>()];
const lastPeriods = { hour, day, month };

/** Returns the hour, day or month of a time zone's calendar that contains an instant. */
export function findPeriod(unit: PeriodUnit, at: Instant, zone: string): Period {
  const answers = lastPeriods[unit];
  const last = answers.get(zone);
  if (last !== undefined && last.from <= at && at < last.until) return last;
  return answers.keep(zone, readPeriod(unit, at, zone));
}

function readPeriod(unit: PeriodUnit, at: Instant, zone: string): Period {
  const steady = findSteadyInterval(at, zone);
  if (unit === 'hour') {
    // It is counted back, as clock times can be ambiguous. A change by half an hour, as on Lord Howe, shortens hours.
    const from = earlier(at, sinceClocksShowed(hours(1), at, steady));
    const until = later(from, hours(1));
    if (steady.from <= from && until <= steady.until) return { unit, from, until };
    const { from: first, until: last } = readSteady(at, zone);
    return { unit, from: latest(from, first), until: Instant.parse(Math.min(until, last)) };
  }
  const from = earlier(at, sinceClocksShowed(aDay, at, steady));
  if (unit === 'day' && isFarFromChange(from, steady)) return { unit, from, until: later(from, aDay) };
  const local = zoned(at, zone);
  const start = (unit === 'day' ? local : local.with({ day: 1 })).startOfDay();
  const end = start.add(unit === 'day' ? { days: 1 } : { months: 1 }).startOfDay();
  return { unit, from: Instant.parse(start.epochMilliseconds), until: Instant.parse(end.epochMilliseconds) };
}

/** The largest offset of a time zone from UTC. */
const zonesApart = hours(15);

/**
 * Reports whether two month starts are of the same calendar month, even if one is in UTC and the other in the policy's
 * zone.
 */
export const beginOneMonth = (left: Instant, right: Instant): boolean =>
  Math.abs(computeSpan(left, right)) <= zonesApart;

/** Returns the same local time `count` days earlier, or an hour later where the clocks skip it. */
export function computeEarlierSameTime(at: Instant, count: number, zone: string): Instant {
  const candidate = earlier(at, days(count));
  if (candidate - aDay >= findSteadyInterval(at, zone).from) return candidate;
  return Instant.parse(zoned(at, zone).subtract({ days: count }).epochMilliseconds);
}

/** Returns the same local time some calendar months later, on the last day of a month that is too short. */
export const monthsLater = (at: Instant, months: number, zone: string): Instant =>
  Instant.parse(zoned(at, zone).add({ months }).epochMilliseconds);

/** Returns the start of the day that is `count` days before the day that begins at `day`. */
export function computeEarlierDayStart(day: Instant, count: number, zone: string): Instant {
  const steady = findSteadyInterval(day, zone);
  const candidate = earlier(day, days(count));
  if (candidate - aDay >= steady.from && sinceClocksShowed(aDay, day, steady) === 0) return candidate;
  return Instant.parse(zoned(day, zone).subtract({ days: count }).startOfDay().epochMilliseconds);
}

/** Returns the start of a date such as "2026-11-21" in a zone; `undefined` for an invalid date. */
export function startOfDate(date: string, zone: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  try {
    return Instant.parse(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/**
 * Reads "2026-11-21 14:00" in a zone: the first of two such times, or the time after a skip; `undefined` if invalid.
 */
export function readLocalTime(text: string, zone: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(text)) return undefined;
  try {
    const local = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
    return Instant.parse(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
  } catch {
    return undefined;
  }
}

const lastIntervals = lastAnswers<{ readonly day: Instant; readonly interval: Interval }>();

/** Returns the interval of the budget period that contains an instant. */
export function budgetInterval(period: BudgetPeriod, at: Instant, zone: string): Interval {
  const { from: day } = findPeriod('day', at, zone);
  const key = `${nameOfPeriod(period)} ${zone}`;
  const last = lastIntervals.get(key);
  if (last?.day === day) return last.interval;
  return lastIntervals.keep(key, { day, interval: readInterval(period, at, zone) }).interval;
}

function readInterval(period: BudgetPeriod, at: Instant, zone: string): Interval {
  const today = zoned(at, zone).startOfDay();
  switch (period.kind) {
    case 'day':
      return toDayInterval(today, today.add({ days: 1 }));
    case 'week': {
      const start = today.subtract({ days: (today.dayOfWeek - period.startsOn + 7) % 7 });
      return toDayInterval(start, start.add({ weeks: 1 }));
    }
    case 'month': {
      const begun = today.with({ day: period.startsOn });
      const start = today.day < period.startsOn ? begun.subtract({ months: 1 }) : begun;
      return toDayInterval(start, start.add({ months: 1 }));
    }
    case 'rolling':
      return toDayInterval(today.subtract({ days: period.days - 1 }), today.add({ days: 1 }));
    default:
      return assertNever(period);
  }
}

/** Returns the interval between the starts of two days: 01:00 where the clocks skip midnight. */
const toDayInterval = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Interval => ({
  from: Instant.parse(start.startOfDay().epochMilliseconds),
  until: Instant.parse(end.startOfDay().epochMilliseconds),
});

const formatLocalTime = (at: Instant, zone: string): string =>
  isoInstant(later(at, findSteadyInterval(at, zone).offset));

/** Returns "2026-11-21" in a zone. */
export const localDate = (at: Instant, zone: string): string => formatLocalTime(at, zone).slice(0, 10);

/** Returns "2026-11-21 05:16" in a zone. */
export const localMinute = (at: Instant, zone: string): string =>
  formatLocalTime(at, zone)
    .replace('T', ' ')
    .replace(/:[^:]*$/, '');

/** The position of an instant relative to weekly windows. */
export type Hours = {
  readonly isInside: boolean;
  /**
   * The current interval between two windows or, inside a window, the last one; an end that it does not have is
   * `null`.
   */
  readonly off: { readonly from: Instant | null; readonly until: Instant | null };
};

/** Windows repeat weekly; two more days allow for windows over midnight and clock changes. */
const daysAround = 9;

/** Returns the position of an instant relative to windows; those that touch or overlap count as one. */
export function findWindowPosition(windows: readonly Window[], at: Instant, zone: string): Hours {
  const stretches = listOpenStretches(windows, at, zone);
  const from = stretches.findLast(({ until }) => until <= at)?.until ?? null;
  const current = stretches.find((stretch) => stretch.from <= at && at < stretch.until);
  if (current !== undefined) return { isInside: true, off: { from, until: current.from } };
  return { isInside: false, off: { from, until: stretches.find((next) => next.from > at)?.from ?? null } };
}

type Week = { readonly zone: string; readonly day: Interval; readonly stretches: readonly Interval[] };

/** Caches a rule's windows around a day: calendars are slow, and all projects of a run need the same day. */
const weeks = new WeakMap<readonly Window[], Week>();

function listOpenStretches(windows: readonly Window[], at: Instant, zone: string): readonly Interval[] {
  const week = weeks.get(windows);
  if (week?.zone === zone && week.day.from <= at && at < week.day.until) return week.stretches;
  const day = findPeriod('day', at, zone);
  const today = zoned(at, zone).toPlainDate();
  const openings: Interval[] = [];
  for (let offset = -daysAround; offset <= daysAround; offset += 1) {
    const date = today.add({ days: offset });
    for (const window of windows) {
      if (window.days.includes(date.dayOfWeek)) openings.push(computeOpening(date, window, zone));
    }
  }
  const stretches = mergeOverlapping(openings);
  weeks.set(windows, { zone, day, stretches });
  return stretches;
}

/** Returns the instants of a window on a date. An ambiguous or skipped local time makes the window longer. */
function computeOpening(date: Temporal.PlainDate, { from, until }: Window, zone: string): Interval {
  const toInstant = (minute: number, disambiguation: 'earlier' | 'later') =>
    Instant.parse(
      date.toPlainDateTime().add({ minutes: minute }).toZonedDateTime(zone, { disambiguation })
        .epochMilliseconds,
    );
  return {
    from: toInstant(from, 'earlier'),
    until: toInstant(until <= from ? until + 1_440 : until, 'later'),
  };
}

function mergeOverlapping(openings: readonly Interval[]): readonly Interval[] {
  const stretches: Interval[] = [];
  for (const opening of openings.toSorted((left, right) => left.from - right.from)) {
    const last = stretches.at(-1);
    if (last === undefined || opening.from > last.until) stretches.push({ ...opening });
    else last.until = latest(last.until, opening.until);
  }
  return stretches;
}
