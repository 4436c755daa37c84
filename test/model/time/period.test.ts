import { describe, expect, it } from 'vitest';
import { findPeriod, isTimeZone, type PeriodUnit } from '../../../lib/model/time/period.ts';
import { isoInstant } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';

const shown = (unit: PeriodUnit, text: string, zone: string) => {
  const { from, until } = findPeriod(unit, at(text), zone);
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
  ])('in %s that includes %s runs from %s until %s', (zone, text, from, until) => {
    expect(shown('month', text, zone)).toBe(`${from} ${until}`);
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
});
