import { describe, expect, it } from 'vitest';
import { isTimeZone, localMinute, type PeriodUnit, periodAt } from '../../../lib/model/time/period.ts';
import { between, hours, isoInstant, later, minutes, spanInWords } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';

const shown = (unit: PeriodUnit, text: string, zone: string) => {
  const { from, until } = periodAt(unit, at(text), zone);
  return `${isoInstant(from)} ${isoInstant(until)}`;
};

describe('a month', () => {
  it.each([
    ['UTC', '2026-11-21T05:16:00', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['UTC', '2026-12-31T23:59:59.999', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['UTC', '2028-02-29T12:00:00', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['UTC', '2027-02-28T12:00:00', '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z'],
    // March and October hold the change of clocks: 743 and 745 hours.
    ['Europe/London', '2026-03-15T12:00:00', '2026-03-01T00:00:00Z', '2026-03-31T23:00:00Z'],
    ['Europe/London', '2026-10-31T23:30:00', '2026-09-30T23:00:00Z', '2026-11-01T00:00:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:29:59', '2026-09-30T18:30:00Z', '2026-10-31T18:30:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:30:00', '2026-10-31T18:30:00Z', '2026-11-30T18:30:00Z'],
    ['America/New_York', '2026-11-01T03:59:59', '2026-10-01T04:00:00Z', '2026-11-01T04:00:00Z'],
    ['America/New_York', '2026-11-30T23:00:00', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-30T10:00:00', '2026-11-30T10:00:00Z', '2026-12-31T10:00:00Z'],
  ])('in %s holds %s from %s until %s', (zone, text, from, until) => {
    expect(shown('month', text, zone)).toBe(`${from} ${until}`);
  });
});

describe('a day', () => {
  it.each([
    ['Europe/London', '2026-03-29T12:00:00', '2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z', '23 h'],
    ['Europe/London', '2026-10-25T12:00:00', '2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', '1 d 1 h'],
    ['America/New_York', '2026-03-08T12:00:00', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '23 h'],
    ['America/New_York', '2026-11-01T12:00:00', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '1 d 1 h'],
    ['Asia/Kolkata', '2026-11-20T18:30:00', '2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z', '1 d'],
    // Clocks go forward at midnight: this day begins at one.
    ['Africa/Cairo', '2026-04-24T10:00:00', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', '23 h'],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z', '1 d'],
  ])('in %s holds %s from %s until %s, which is %s', (zone, text, from, until, long) => {
    expect(shown('day', text, zone)).toBe(`${from} ${until}`);
    const period = periodAt('day', at(text), zone);
    expect(spanInWords(between(period.from, period.until))).toBe(long);
  });
});

describe('an hour', () => {
  it.each([
    ['UTC', '2026-11-21T05:16:00', '2026-11-21T05:00:00Z', '2026-11-21T06:00:00Z'],
    ['UTC', '2026-11-21T06:00:00', '2026-11-21T06:00:00Z', '2026-11-21T07:00:00Z'],
    ['Asia/Kolkata', '2026-11-21T05:16:00', '2026-11-21T04:30:00Z', '2026-11-21T05:30:00Z'],
    ['Asia/Kathmandu', '2026-11-21T05:16:00', '2026-11-21T05:15:00Z', '2026-11-21T06:15:00Z'],
    // One o'clock comes twice: each of them is an hour of its own.
    ['Europe/London', '2026-10-25T00:30:00', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
    ['Europe/London', '2026-10-25T01:30:00', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
    ['America/New_York', '2026-11-01T05:59:59', '2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00', '2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z'],
  ])('in %s holds %s from %s until %s', (zone, text, from, until) => {
    expect(shown('hour', text, zone)).toBe(`${from} ${until}`);
  });

  it('holds its own instant and moves on even where clocks are put back by half an hour', () => {
    // Lord Howe Island: at 02:00 on 5 April 2026 (15:00 UTC the day before) it becomes 01:30.
    for (let minute = 0; minute < 240; minute += 1) {
      const now = later(at('2026-04-04T13:00:00'), minutes(minute));
      const period = periodAt('hour', now, 'Australia/Lord_Howe');
      expect(period.from).toBeLessThanOrEqual(now);
      expect(period.until).toBeGreaterThan(now);
    }
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/London', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'europe/london'])(
    'is %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each(['', 'Mars/Olympus', 'London', 'GMT+25', 'Europe/London ', '../etc/passwd'])(
    'is not %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  it('shows what its clocks show', () => {
    expect(localMinute(at('2026-10-25T00:59:59'), 'Europe/London')).toBe('2026-10-25 01:59');
    expect(localMinute(at('2026-10-25T01:00:00'), 'Europe/London')).toBe('2026-10-25 01:00');
    expect(localMinute(at('2026-11-21T05:16:00'), 'Asia/Kolkata')).toBe('2026-11-21 10:46');
    expect(between(at('2026-11-21T00:00:00'), at('2026-11-21T01:00:00'))).toBe(hours(1));
  });
});
