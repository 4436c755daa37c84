import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetPeriod } from '../../../lib/model/time/budget-period.ts';
import {
  beginOneMonth,
  budgetInterval,
  computeEarlierDayStart,
  computeEarlierSameTime,
} from '../../../lib/model/time/period.ts';
import { computeSpan, instant, isoInstant } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { runs } from '../../support/tier.ts';

const month = (startsOn: number): BudgetPeriod => ({ kind: 'month', startsOn });
const week = (startsOn: number): BudgetPeriod => ({ kind: 'week', startsOn });
const rolling = (days: number): BudgetPeriod => ({ kind: 'rolling', days });
const day: BudgetPeriod = { kind: 'day' };

describe('the interval of a budget', () => {
  it.each([
    [day, 'UTC', '2026-11-21T12:00:00', '11-21T00:00', '11-22T00:00'],
    [day, 'Europe/London', '2026-03-29T12:00:00', '03-29T00:00', '03-29T23:00'],
    [day, 'Europe/London', '2026-10-25T23:59:59', '10-24T23:00', '10-26T00:00'],
    [day, 'Africa/Cairo', '2026-04-24T10:00:00', '04-23T22:00', '04-24T21:00'],
    [day, 'Asia/Kolkata', '2026-11-20T18:30:00', '11-20T18:30', '11-21T18:30'],
    [day, 'Asia/Kolkata', '2026-11-20T18:29:59.999', '11-19T18:30', '11-20T18:30'],
    [week(1), 'UTC', '2026-11-22T23:59:59', '11-16T00:00', '11-23T00:00'],
    [week(1), 'UTC', '2026-11-23T00:00:00', '11-23T00:00', '11-30T00:00'],
    [week(7), 'UTC', '2026-11-21T12:00:00', '11-15T00:00', '11-22T00:00'],
    [week(5), 'America/New_York', '2026-11-02T12:00:00', '10-30T04:00', '11-06T05:00'],
    [week(5), 'Africa/Cairo', '2026-04-22T12:00:00', '04-16T22:00', '04-23T22:00'],
    [month(1), 'UTC', '2026-11-21T12:00:00', '11-01T00:00', '12-01T00:00'],
    [month(15), 'UTC', '2026-11-14T23:59:59', '10-15T00:00', '11-15T00:00'],
    [month(15), 'UTC', '2026-11-15T00:00:00', '11-15T00:00', '12-15T00:00'],
    [month(28), 'UTC', '2027-03-01T00:00:00', '02-28T00:00', '03-28T00:00'],
    [month(28), 'UTC', '2028-02-29T12:00:00', '02-28T00:00', '03-28T00:00'],
    [month(20), 'Europe/London', '2027-01-05T00:00:00', '12-20T00:00', '01-20T00:00'],
    [month(1), 'Europe/London', '2026-03-31T22:59:59', '03-01T00:00', '03-31T23:00'],
    [month(24), 'Africa/Cairo', '2026-05-01T00:00:00', '04-23T22:00', '05-23T21:00'],
    [rolling(30), 'UTC', '2026-11-21T12:00:00', '10-23T00:00', '11-22T00:00'],
    [rolling(7), 'Europe/London', '2026-10-28T12:00:00', '10-21T23:00', '10-29T00:00'],
    [rolling(3), 'UTC', '2028-03-01T08:00:00', '02-28T00:00', '03-02T00:00'],
    [rolling(2), 'Australia/Lord_Howe', '2026-04-05T12:00:00', '04-03T13:00', '04-05T13:30'],
  ] as const)('of %j in %s at %s runs from %s until %s', (period, zone, now, from, until) => {
    const interval = budgetInterval(period, at(now), zone);
    expect([interval.from, interval.until].map((end) => isoInstant(end).slice(5, 16))).toEqual([from, until]);
  });

  const anyPeriod = fc.oneof(
    fc.constant(day),
    fc.integer({ min: 1, max: 7 }).map(week),
    fc.integer({ min: 1, max: 28 }).map(month),
  );
  const moment = fc.integer({ min: at('2024-01-01T00:00:00'), max: at('2032-01-01T00:00:00') }).map(instant);
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

  it('includes its instant, is the same for each instant in it, and ends where the next begins', () => {
    fc.assert(
      fc.property(
        anyPeriod,
        moment,
        zones,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (period, now, zone, share) => {
          const interval = budgetInterval(period, now, zone);
          expect(interval.from <= now && now < interval.until).toBe(true);
          const inside = instant(interval.from + Math.floor((interval.until - 1 - interval.from) * share));
          expect(budgetInterval(period, inside, zone)).toEqual(interval);
          expect(budgetInterval(period, interval.until, zone).from).toBe(interval.until);
        },
      ),
      runs(300),
    );
  });

  it('of rolling days ends with today and begins with the day so many days before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 99 }), moment, zones, (days, now, zone) => {
        const { from, until } = budgetInterval(rolling(days), now, zone);
        const today = budgetInterval(day, now, zone);
        expect([from, until]).toEqual([computeEarlierDayStart(today.from, days - 1, zone), today.until]);
      }),
      runs(200),
    );
  });
});

it('the same time on a day before is the time that the clocks showed, or an hour later where they skipped it', () => {
  const shown = (now: string, days: number) =>
    isoInstant(computeEarlierSameTime(at(now), days, 'Europe/London'));
  expect(shown('2026-11-21T12:10:00', 7)).toBe('2026-11-14T12:10:00Z');
  expect(shown('2026-10-26T12:10:00', 7)).toBe('2026-10-19T11:10:00Z');
  expect(shown('2026-04-05T00:30:00', 7)).toBe('2026-03-29T01:30:00Z');
});

it('a month of the platform and the month of the policy are the same in every time zone, and no other day begins it', () => {
  const platform = at('2026-11-01T00:00:00');
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu'])
    expect(beginOneMonth(platform, budgetInterval(month(1), at('2026-11-15T00:00:00'), zone).from)).toBe(
      true,
    );
  expect(beginOneMonth(platform, at('2026-10-31T08:00:00'))).toBe(false);
  expect(computeSpan(platform, at('2026-11-01T15:00:00'))).toBe(54_000_000);
});
