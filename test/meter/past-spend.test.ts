import { describe, expect, it } from 'vitest';
import { emptyMeter } from '../../lib/meter/advance.ts';
import { addPastSpend } from '../../lib/meter/past-spend.ts';
import type { Rollup } from '../../lib/model/money/meter.ts';
import { addCharges, chargeToMoney, money, moneyToCharge, noCharge } from '../../lib/model/money/money.ts';
import { sumOfShares, unattributed } from '../../lib/model/money/share.ts';
import { beginPastSpend, type PastSpend, periodsDue } from '../../lib/model/past-spend.ts';
import { findPeriod, type Period } from '../../lib/model/time/period.ts';
import { type Instant, isoInstant, milliseconds } from '../../lib/model/time/time.ts';
import { at } from '../support/at.ts';

const began = at('2026-11-21T14:02:30');
const usd = (text: string) => moneyToCharge(money(text));
const inWords = ({ period, charge, gap, since, measuredSince }: Rollup) =>
  [
    `${period.unit} ${isoInstant(period.from)}`,
    `${chargeToMoney(charge).toFixed()} USD`,
    `since ${isoInstant(since)}`,
    ...(gap > 0 ? [`gap ${gap / 60_000} min`] : []),
    ...(measuredSince === undefined ? [] : [`measured since ${isoInstant(measuredSince)}`]),
  ].join(', ');

const started = (zone = 'UTC') => ({
  hour: emptyMeter(findPeriod('hour', began, zone), began),
  day: emptyMeter(findPeriod('day', began, zone), began),
  month: emptyMeter(findPeriod('month', began, zone), began),
});
/** What the platform reports at a rate of 2 USD an hour. */
const steady = ({ from, until, unit }: Period) => ({
  period: { unit, from, until },
  charge: usd(String(((until - from) / 3_600_000) * 2)),
  isWhole: true,
});
const turn = (past: PastSpend, when: Instant, more: Partial<Parameters<typeof addPastSpend>[0]> = {}) =>
  addPastSpend({
    past,
    answer: { periods: periodsDue(past, when).map(steady), gap: null },
    meters: started(past.zone),
    closed: [],
    at: when,
    ...more,
  });

describe('the past spend that is due', () => {
  const due = (when: Instant) => periodsDue(beginPastSpend(began, 'UTC'), when);

  it('covers the month before and the running one, by day, and by hour in the last week', () => {
    const periods = due(began);
    expect(isoInstant(periods[0]?.from ?? began)).toBe('2026-10-01T00:00:00Z');
    expect(periods.filter(({ unit }) => unit === 'day')).toHaveLength(31 + 13);
    expect(periods.filter(({ unit }) => unit === 'hour')).toHaveLength(7 * 24 + 12);
  });

  it('ends two full hours ago, since reports may be late, and finally with the hour in which monitoring began', () => {
    const end = (when: Instant) => isoInstant(due(when).at(-1)?.until ?? when);
    expect(end(began)).toBe('2026-11-21T12:00:00Z');
    expect(end(at('2026-11-21T16:59:00'))).toBe('2026-11-21T14:00:00Z');
    expect(end(at('2026-11-21T17:00:00'))).toBe('2026-11-21T15:00:00Z');
    expect(end(at('2026-11-25T00:00:00'))).toBe('2026-11-21T15:00:00Z');
  });

  it('is none once the platform has not answered for a month', () => {
    expect(due(at('2026-12-23T00:00:00'))).toEqual([]);
  });

  it.each(['Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'])(
    'begins and ends days by the clocks of %s, without a gap',
    (zone) => {
      const periods = periodsDue(beginPastSpend(began, zone), began);
      for (const [index, period] of periods.entries())
        expect(period.from).toBe(periods[index - 1]?.until ?? period.from);
      expect(periods[0]?.from).toBe(findPeriod('month', at('2026-10-15T00:00:00'), zone).from);
    },
  );
});

describe('past spend', () => {
  const first = turn(beginPastSpend(began, 'UTC'), began);

  it('completes the running day and month, except for the hours that are not reported yet', () => {
    expect([first.meters.day, first.meters.month].map(inWords)).toEqual([
      'day 2026-11-21T00:00:00Z, 24 USD, since 2026-11-21T00:00:00Z, gap 122.5 min, measured since 2026-11-21T14:02:30Z',
      'month 2026-11-01T00:00:00Z, 984 USD, since 2026-11-01T00:00:00Z, gap 122.5 min, measured since 2026-11-21T14:02:30Z',
    ]);
  });

  it('closes days and the month before as periods in which nothing was measured', () => {
    const days = first.closed.filter(({ period }) => period.unit === 'day');
    expect(days).toHaveLength(31 + 20);
    expect(days.slice(0, 1).map(inWords)).toEqual([
      'day 2026-10-01T00:00:00Z, 48 USD, since 2026-10-01T00:00:00Z, measured since 2026-10-02T00:00:00Z',
    ]);
    expect(first.closed.filter(({ period }) => period.unit === 'month').map(inWords)).toEqual([
      'month 2026-10-01T00:00:00Z, 1488 USD, since 2026-10-01T00:00:00Z, measured since 2026-11-01T00:00:00Z',
    ]);
    for (const { charge, shares } of first.closed) expect(sumOfShares(shares)).toEqual(charge);
  });

  it('takes the hour in which monitoring began from the report, in place of what was measured in it', () => {
    const measured = usd('1.9');
    const hour: Rollup = {
      ...started().hour,
      charge: measured,
      gap: milliseconds(60_000),
      shares: unattributed({ charge: measured }),
    };
    const withIt = (meter: Rollup): Rollup => ({
      ...meter,
      charge: addCharges(meter.charge, measured),
      gap: milliseconds(meter.gap + 60_000),
      shares: unattributed({ charge: addCharges(meter.charge, measured) }),
    });
    const { day, month } = first.meters;
    const last = turn(first.past, at('2026-11-21T17:00:00'), {
      meters: { ...first.meters, day: withIt(day), month: withIt(month) },
      closed: [hour],
    });
    expect(last.past).toMatchObject({ reached: last.past.until, open: [] });
    expect([last.meters.day, last.meters.month].map(inWords)).toEqual([
      'day 2026-11-21T00:00:00Z, 30 USD, since 2026-11-21T00:00:00Z, measured since 2026-11-21T14:02:30Z',
      'month 2026-11-01T00:00:00Z, 990 USD, since 2026-11-01T00:00:00Z, measured since 2026-11-21T14:02:30Z',
    ]);
    expect(last.closed.map(inWords)).toContain(
      'hour 2026-11-21T14:00:00Z, 2 USD, since 2026-11-21T14:00:00Z, measured since 2026-11-21T14:02:30Z',
    );
  });

  it('completes a day that was closed meanwhile', () => {
    const late = at('2026-11-22T03:00:00');
    const closedDay: Rollup = { ...first.meters.day, charge: addCharges(first.meters.day.charge, usd('19')) };
    const kept = turn(first.past, at('2026-11-22T00:00:00'), {
      answer: null,
      meters: {
        ...first.meters,
        day: emptyMeter(findPeriod('day', late, 'UTC'), findPeriod('day', late, 'UTC').from),
      },
      closed: [{ ...started().hour, charge: usd('1') }, closedDay],
    });
    expect(kept.past.open.map(({ period }) => period.unit)).toEqual(['hour', 'day']);
    const done = turn(kept.past, late, { meters: kept.meters });
    expect(done.closed.filter(({ period }) => period.unit === 'day').map(inWords)).toEqual([
      'day 2026-11-21T00:00:00Z, 48 USD, since 2026-11-21T00:00:00Z, measured since 2026-11-21T14:02:30Z',
    ]);
  });

  it('counts each answer once, whichever run received it', () => {
    const again = turn(first.past, began, {
      answer: { periods: periodsDue(beginPastSpend(began, 'UTC'), began).map(steady), gap: null },
      meters: first.meters,
    });
    expect(again.meters).toEqual(first.meters);
    expect(again.closed).toEqual([]);
  });

  it('subtracts a credit, and leaves a gap for a period with unreadable rows', () => {
    const begun = beginPastSpend(began, 'UTC');
    const [one, two] = periodsDue(begun, began);
    if (!one || !two) return expect.fail('nothing is due');
    const { closed } = turn(begun, began, {
      answer: {
        periods: [
          { ...steady(one), charge: usd('-5.5') },
          { ...steady(two), isWhole: false },
        ],
        gap: null,
      },
    });
    expect(closed.filter(({ period }) => period.unit === 'day').map(inWords)).toEqual([
      'day 2026-10-01T00:00:00Z, -5.5 USD, since 2026-10-01T00:00:00Z, measured since 2026-10-02T00:00:00Z',
      'day 2026-10-02T00:00:00Z, 48 USD, since 2026-10-02T00:00:00Z, gap 1440 min, measured since 2026-10-03T00:00:00Z',
    ]);
  });

  it('that is not answered is recorded as a gap, and asked for again', () => {
    const gap = { because: 'HTTP 500', isUnsupported: false, until: began };
    const begun = turn(beginPastSpend(began, 'UTC'), began, { answer: { periods: [], gap } });
    expect(begun.past).toMatchObject({ gap, open: [] });
    expect(begun.meters.day.charge).toEqual(noCharge);
    expect(turn(begun.past, began).past.gap).toBeNull();
  });

  it('that was not answered for a month is no longer recorded as a gap, since it is no longer asked for', () => {
    const gap = { because: 'HTTP 501', isUnsupported: true, until: at('2026-12-23T14:00:00') };
    const begun = turn(beginPastSpend(began, 'UTC'), began, { answer: { periods: [], gap } });
    expect(turn(begun.past, at('2026-12-23T00:00:00'), { answer: null }).past.gap).toBeNull();
  });
});
