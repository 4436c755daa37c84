import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { assertNever } from '../assert-never.ts';
import type { BudgetPeriod } from '../rules/budget-rule.ts';
import type { Window } from '../rules/resource-rules.ts';
import { lastAnswers } from './last-answers.ts';
import { aDay, isFarFromChange, type Steady, sinceClocksShowed } from './steady.ts';
import { between, days, earlier, hours, Instant, isoInstant, later, latest, milliseconds } from './time.ts';

export const PeriodUnit = z.enum(['hour', 'day', 'month']);
export type PeriodUnit = z.infer<typeof PeriodUnit>;

/** Half-open: `from` is in it, `until` is not. */
export const Interval = z.object({ from: Instant, until: Instant });
export type Interval = z.infer<typeof Interval>;

/** An interval of the calendar. */
export const Period = Interval.extend({ unit: PeriodUnit });
export type Period = z.infer<typeof Period>;

/** True for a name that the IANA database knows, such as "Europe/London". */
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

/** Of each zone the stretches that were asked for last: those of now, and of the past that is looked back at. */
const stretches = new Map<string, readonly Steady[]>();
const mostStretches = 8;

/** While clocks are not changed, what a calendar would say is had by adding and subtracting, a hundred times as fast. */
function steadyAt(at: Instant, zone: string): Steady {
  const known = stretches.get(zone) ?? [];
  const found = known.find(({ from, until }) => from <= at && at < until);
  if (found !== undefined) return found;
  const read = readSteady(at, zone);
  stretches.set(zone, [read, ...known.slice(0, mostStretches - 1)]);
  return read;
}

/** As far back as is looked in most cases: to look for changes long ago takes long. */
const lookBack = days(60);

function readSteady(at: Instant, zone: string): Steady {
  const offset = milliseconds(zoned(at, zone).offsetNanoseconds / 1e6);
  let from = earlier(at, lookBack);
  for (;;) {
    const until = zoned(from, zone).getTimeZoneTransition('next')?.epochMilliseconds;
    if (until === undefined || until > at) return { from, until: until ?? Number.POSITIVE_INFINITY, offset };
    from = Instant.parse(until);
  }
}

/** Calendars are slow, and all targets of a run ask for the same hour, day and month. */
const lastPeriod = lastAnswers<Period>();

/** The hour, day or month of a time zone's calendar in which an instant falls. */
export const periodAt = (unit: PeriodUnit, at: Instant, zone: string): Period =>
  lastPeriod(
    `${unit} ${zone}`,
    ({ from, until }) => from <= at && at < until,
    () => readPeriod(unit, at, zone),
  );

function readPeriod(unit: PeriodUnit, at: Instant, zone: string): Period {
  const steady = steadyAt(at, zone);
  if (unit === 'hour') {
    // Counted back from the instant: a time on the clock can be ambiguous where clocks are put back.
    const from = earlier(at, sinceClocksShowed(hours(1), at, steady));
    return { unit, from, until: later(from, hours(1)) };
  }
  const from = earlier(at, sinceClocksShowed(aDay, at, steady));
  if (unit === 'day' && isFarFromChange(from, steady)) return { unit, from, until: later(from, aDay) };
  const local = zoned(at, zone);
  const start = (unit === 'day' ? local : local.with({ day: 1 })).startOfDay();
  const end = start.add(unit === 'day' ? { days: 1 } : { months: 1 }).startOfDay();
  return { unit, from: Instant.parse(start.epochMilliseconds), until: Instant.parse(end.epochMilliseconds) };
}

/** No time zone is further from UTC than this. */
const zonesApart = hours(15);

/** Whether two beginnings are of one calendar month: the platform's months are UTC's, a policy's are its time zone's. */
export const beginOneMonth = (left: Instant, right: Instant): boolean =>
  Math.abs(between(left, right)) <= zonesApart;

/** So many days earlier, at the same time on the clocks; an hour later where they skip it. */
export function sameTimeBefore(at: Instant, count: number, zone: string): Instant {
  const then = earlier(at, days(count));
  if (then - aDay >= steadyAt(at, zone).from) return then;
  return Instant.parse(zoned(at, zone).subtract({ days: count }).epochMilliseconds);
}

/** So many calendar months on, at the same time of day; in a shorter month its last day stands for one it lacks. */
export function monthsLater(at: Instant, months: number, zone: string): Instant {
  const local = zoned(at, zone);
  return Instant.parse(local.add({ months }).epochMilliseconds);
}

/** The beginning of the day so many days before the one that begins at an instant. */
export function daysBefore(day: Instant, count: number, zone: string): Instant {
  const steady = steadyAt(day, zone);
  const then = earlier(day, days(count));
  if (then - aDay >= steady.from && sinceClocksShowed(aDay, day, steady) === 0) return then;
  return Instant.parse(zoned(day, zone).subtract({ days: count }).startOfDay().epochMilliseconds);
}

/** When a date such as "2026-11-21" begins on the zone's calendar; `undefined` for what is no date. */
export function startOfDate(date: string, zone: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  try {
    return Instant.parse(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Reads "2026-11-21 14:00" on the zone's clocks, the earlier of two; `undefined` for what is no such time. */
export function readLocalTime(text: string, zone: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(text)) return undefined;
  try {
    const local = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
    return Instant.parse(local.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds);
  } catch {
    return undefined;
  }
}

const lastInterval = lastAnswers<{ readonly day: Instant; readonly interval: Interval }>();

/** The time that a budget's limit is for, around an instant. */
export function budgetInterval(period: BudgetPeriod, at: Instant, zone: string): Interval {
  const { from: day } = periodAt('day', at, zone);
  return lastInterval(
    `${JSON.stringify(period)} ${zone}`,
    (last) => last.day === day,
    () => ({ day, interval: readInterval(period, at, zone) }),
  ).interval;
}

function readInterval(period: BudgetPeriod, at: Instant, zone: string): Interval {
  const today = zoned(at, zone).startOfDay();
  switch (period.kind) {
    case 'day':
      return intervalOf(today, today.add({ days: 1 }));
    case 'week': {
      const start = today.subtract({ days: (today.dayOfWeek - period.startsOn + 7) % 7 });
      return intervalOf(start, start.add({ weeks: 1 }));
    }
    case 'month': {
      const begun = today.with({ day: period.startsOn });
      const start = today.day < period.startsOn ? begun.subtract({ months: 1 }) : begun;
      return intervalOf(start, start.add({ months: 1 }));
    }
    case 'rolling':
      return intervalOf(today.subtract({ days: period.days - 1 }), today.add({ days: 1 }));
    default:
      return assertNever(period);
  }
}

/** Days begin where clocks say so: at 01:00 where midnight is skipped. */
const intervalOf = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Interval => ({
  from: Instant.parse(start.startOfDay().epochMilliseconds),
  until: Instant.parse(end.startOfDay().epochMilliseconds),
});

const shownAt = (at: Instant, zone: string): string => isoInstant(later(at, steadyAt(at, zone).offset));

/** "2026-11-21" on the zone's calendar. */
export const localDate = (at: Instant, zone: string): string => shownAt(at, zone).replace(/T.*/, '');

/** "2026-11-21 05:16" on the zone's clocks. */
export const localMinute = (at: Instant, zone: string): string =>
  shownAt(at, zone)
    .replace('T', ' ')
    .replace(/:[^:]*$/, '');

/** Where an instant lies among the windows of a week. */
export type Hours = {
  readonly isInside: boolean;
  /** The time between two windows that runs now or, inside a window, ran last; `null` for an end it has not. */
  readonly off: { readonly from: Instant | null; readonly until: Instant | null };
};

/** Windows come again every week; two days more bear a window that runs over midnight and clocks that change. */
const daysAround = 9;

/** Whether an instant is in one of the windows; those that touch or overlap are one. */
export function hoursAt(windows: readonly Window[], at: Instant, zone: string): Hours {
  const stretches = stretchesAround(windows, at, zone);
  const from = stretches.findLast(({ until }) => until <= at)?.until ?? null;
  const current = stretches.find((stretch) => stretch.from <= at && at < stretch.until);
  if (current !== undefined) return { isInside: true, off: { from, until: current.from } };
  return { isInside: false, off: { from, until: stretches.find((next) => next.from > at)?.from ?? null } };
}

type Week = { readonly zone: string; readonly day: Interval; readonly stretches: readonly Interval[] };

/** A rule's windows as last read: all projects of a run ask for the same day, and calendars are slow. */
const weeks = new WeakMap<readonly Window[], Week>();

function stretchesAround(windows: readonly Window[], at: Instant, zone: string): readonly Interval[] {
  const known = weeks.get(windows);
  if (known?.zone === zone && known.day.from <= at && at < known.day.until) return known.stretches;
  const day = periodAt('day', at, zone);
  const today = zoned(at, zone).toPlainDate();
  const openings: Interval[] = [];
  for (let offset = -daysAround; offset <= daysAround; offset += 1) {
    const date = today.add({ days: offset });
    for (const window of windows) {
      if (window.days.includes(date.dayOfWeek)) openings.push(openingOn(date, window, zone));
    }
  }
  const stretches = joined(openings);
  weeks.set(windows, { zone, day, stretches });
  return stretches;
}

/** A time that comes twice or not at all where clocks change is read so that the window is the longer. */
function openingOn(date: Temporal.PlainDate, { from, until }: Window, zone: string): Interval {
  const instantAt = (minute: number, disambiguation: 'earlier' | 'later') =>
    Instant.parse(
      date.toPlainDateTime().add({ minutes: minute }).toZonedDateTime(zone, { disambiguation })
        .epochMilliseconds,
    );
  return {
    from: instantAt(from, 'earlier'),
    until: instantAt(until <= from ? until + 1_440 : until, 'later'),
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
