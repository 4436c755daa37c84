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

/** The stretches last used of each zone: the present one, and those of the past that rules read. */
const stretches = new Map<string, readonly SteadyInterval[]>();
const mostStretches = 8;

/** Returns the stretch around an instant without clock changes, in which calendar arithmetic is a hundred times as fast. */
function findSteadyInterval(at: Instant, zone: string): SteadyInterval {
  const stretchesOfZone = stretches.get(zone) ?? [];
  const stretch = stretchesOfZone.find(({ from, until }) => from <= at && at < until);
  if (stretch !== undefined) return stretch;
  const read = readSteady(at, zone);
  stretches.set(zone, [read, ...stretchesOfZone.slice(0, mostStretches - 1)]);
  return read;
}

/** The usual length of a stretch into the past, as searching for older clock changes is slow. */
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

/** Caches periods of each zone: calendars are slow, and all targets of a run ask for the same ones. */
const [hour, day, month] = [lastAnswers<Period>(), lastAnswers<Period>(), lastAnswers<Period>()];
const lastPeriods = { hour, day, month };

/** Returns the hour, day or month of a time zone's calendar that holds an instant. */
export function findPeriod(unit: PeriodUnit, at: Instant, zone: string): Period {
  const answers = lastPeriods[unit];
  const last = answers.get(zone);
  if (last !== undefined && last.from <= at && at < last.until) return last;
  return answers.keep(zone, readPeriod(unit, at, zone));
}

function readPeriod(unit: PeriodUnit, at: Instant, zone: string): Period {
  const steady = findSteadyInterval(at, zone);
  if (unit === 'hour') {
    // Counted back, as clock times can be ambiguous; a change by half an hour, as on Lord Howe, cuts hours short.
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
 * Reports whether two month starts are of the same calendar month, though one is in UTC and the other in the policy's
 * zone.
 */
export const beginOneMonth = (left: Instant, right: Instant): boolean =>
  Math.abs(computeSpan(left, right)) <= zonesApart;

/** Returns the same local time a number of days earlier; an hour later where the clocks skip it. */
export function computeEarlierSameTime(at: Instant, count: number, zone: string): Instant {
  const then = earlier(at, days(count));
  if (then - aDay >= findSteadyInterval(at, zone).from) return then;
  return Instant.parse(zoned(at, zone).subtract({ days: count }).epochMilliseconds);
}

/** Returns the same time a number of calendar months later, on the last day where the month is too short. */
export const monthsLater = (at: Instant, months: number, zone: string): Instant =>
  Instant.parse(zoned(at, zone).add({ months }).epochMilliseconds);

/** Returns the start of the day a number of days before the one that begins at an instant. */
export function computeEarlierDayStart(day: Instant, count: number, zone: string): Instant {
  const steady = findSteadyInterval(day, zone);
  const then = earlier(day, days(count));
  if (then - aDay >= steady.from && sinceClocksShowed(aDay, day, steady) === 0) return then;
  return Instant.parse(zoned(day, zone).subtract({ days: count }).startOfDay().epochMilliseconds);
}

/** Returns when a date such as "2026-11-21" begins in a zone; `undefined` for an invalid date. */
export function startOfDate(date: string, zone: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  try {
    return Instant.parse(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Reads "2026-11-21 14:00" in a zone, the earlier of two, and never early where clocks skip it; `undefined` if invalid. */
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

/** Returns the budget period that holds an instant. */
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

/** Returns the start of a day: 01:00 where the clocks skip midnight. */
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

/** The position of an instant among the windows of a week. */
export type Hours = {
  readonly isInside: boolean;
  /** The time between two windows that runs now or, inside a window, ran last; `null` for an end it has not. */
  readonly off: { readonly from: Instant | null; readonly until: Instant | null };
};

/** Windows repeat weekly; two more days allow for windows over midnight and clock changes. */
const daysAround = 9;

/** Returns the position of an instant among windows; those that touch or overlap count as one. */
export function findWindowPosition(windows: readonly Window[], at: Instant, zone: string): Hours {
  const stretches = listOpenStretches(windows, at, zone);
  const from = stretches.findLast(({ until }) => until <= at)?.until ?? null;
  const current = stretches.find((stretch) => stretch.from <= at && at < stretch.until);
  if (current !== undefined) return { isInside: true, off: { from, until: current.from } };
  return { isInside: false, off: { from, until: stretches.find((next) => next.from > at)?.from ?? null } };
}

type Week = { readonly zone: string; readonly day: Interval; readonly stretches: readonly Interval[] };

/** Caches a rule's windows: all projects of a run ask for the same day, and calendars are slow. */
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
  const stretches = joined(openings);
  weeks.set(windows, { zone, day, stretches });
  return stretches;
}

/** Reads an ambiguous or skipped local time so that the window is the longer one. */
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

function joined(openings: readonly Interval[]): readonly Interval[] {
  const stretches: Interval[] = [];
  for (const opening of openings.toSorted((left, right) => left.from - right.from)) {
    const last = stretches.at(-1);
    if (last === undefined || opening.from > last.until) stretches.push({ ...opening });
    else last.until = latest(last.until, opening.until);
  }
  return stretches;
}
