import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  computeEarlierDayStart,
  computeEarlierSameTime,
  findPeriod,
  localDate,
  localMinute,
  PeriodUnit,
} from '../../../lib/model/time/period.ts';
import { type Instant, instant } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { runs } from '../../support/tier.ts';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const unit = fc.constantFrom(...PeriodUnit.options);
const moment = fc
  .integer({ min: at('2024-01-01T00:00:00'), max: at('2032-01-01T00:00:00') })
  .map((milliseconds): Instant => instant(milliseconds));

/** A moment, half of the time one near the next change of clocks in a zone. */
const near = fc.record({ moment, off: fc.option(fc.integer({ min: -7_200_000, max: 7_200_000 })) });
function nearChange({ moment, off }: { moment: Instant; off: number | null }, name: string): Instant {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(name);
  const change = off === null ? null : zoned.getTimeZoneTransition('next');
  return change === null || off === null ? moment : instant(change.epochMilliseconds + off);
}

describe('every period of every time zone', () => {
  it('includes the instant it was asked for', () => {
    fc.assert(
      fc.property(unit, moment, zone, (kind, now, name) => {
        const period = findPeriod(kind, now, name);
        expect(period.from).toBeLessThanOrEqual(now);
        expect(period.until).toBeGreaterThan(now);
      }),
      runs(500),
    );
  });

  it('is the same for each instant in it, and ends where the next begins', () => {
    fc.assert(
      fc.property(unit, near, zone, fc.double({ min: 0, max: 1, noNaN: true }), (kind, near, name, share) => {
        const now = nearChange(near, name);
        const period = findPeriod(kind, now, name);
        const inside = instant(period.from + Math.floor((period.until - 1 - period.from) * share));
        expect(findPeriod(kind, inside, name)).toEqual(period);
        expect(findPeriod(kind, period.until, name).from).toBe(period.until);
      }),
      runs(500),
    );
  });
});

describe('arithmetic without a calendar agrees with the calendar', () => {
  /** Half of them near a change of clocks, in zones that have one. */
  const where = fc.tuple(zone, moment, fc.option(fc.integer({ min: -200_000_000, max: 200_000_000 })));
  const local = (at: Instant, name: string) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name);
  const holds = (check: (at: Instant, name: string) => void) =>
    fc.assert(
      fc.property(where, ([name, at, off]) => {
        const change = local(at, name).getTimeZoneTransition('next');
        check(off === null || change === null ? at : instant(change.epochMilliseconds + off), name);
      }),
      runs(300),
    );

  it('on dates and times of the clocks', () =>
    holds((at, name) => {
      const shown = local(at, name).toPlainDateTime();
      expect(localDate(at, name)).toBe(shown.toPlainDate().toString());
      expect(localMinute(at, name)).toBe(shown.toString({ smallestUnit: 'minute' }).replace('T', ' '));
    }));

  it('on days and hours', () =>
    holds((at, name) => {
      const start = local(at, name).startOfDay();
      const end = start.add({ days: 1 }).startOfDay();
      const { minute, second, millisecond } = local(at, name);
      const fullHour = at - minute * 60_000 - second * 1_000 - millisecond;
      const change = local(instant(at + 1), name).getTimeZoneTransition('previous');
      expect(findPeriod('day', at, name)).toMatchObject({
        from: start.epochMilliseconds,
        until: end.epochMilliseconds,
      });
      // A change by half an hour, as on Lord Howe, begins an hour too.
      expect(findPeriod('hour', at, name).from).toBe(
        Math.max(fullHour, change?.epochMilliseconds ?? fullHour),
      );
    }));

  it('on times so many days before', () =>
    holds((at, name) => {
      for (const count of [1, 7, 28]) {
        const before = local(at, name).subtract({ days: count });
        expect(computeEarlierSameTime(at, count, name)).toBe(before.epochMilliseconds);
        const day = local(at, name).startOfDay();
        expect(computeEarlierDayStart(instant(day.epochMilliseconds), count, name)).toBe(
          day.subtract({ days: count }).startOfDay().epochMilliseconds,
        );
      }
    }));
});

it('hours follow each other without a gap at every change of clocks, by half an hour too', () => {
  const shifting = [
    'Australia/Lord_Howe',
    'Europe/London',
    'Asia/Pyongyang',
    'America/Caracas',
    'Africa/Cairo',
  ];
  for (const name of shifting) {
    let change = Temporal.Instant.from('2014-06-01T00:00Z').toZonedDateTimeISO(name);
    for (let count = 0; count < 8; count += 1) {
      const next = change.getTimeZoneTransition('next');
      if (next === null) break;
      change = next;
      let at = findPeriod('hour', instant(next.epochMilliseconds - 5_000_000), name).from;
      for (let hour = 0; hour < 6; hour += 1) {
        const { from, until } = findPeriod('hour', at, name);
        expect({ name, from }).toEqual({ name, from: at });
        expect(until - from).toBeLessThanOrEqual(3_600_000);
        at = until;
      }
    }
  }
});
