import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeToMoney, money, noCharge, sumCharges } from '../../lib/model/money/money.ts';
import { chargedToDate, sumReportToDate } from '../../lib/model/money/spend.ts';
import { hours, type Instant, later } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { runs } from '../support/tier.ts';
import { clock, heads, honest, midnight, type Step } from './billed-heads.ts';

/** Returns spend to date at each poll, in dollars. */
const toDate = (steps: readonly Step[]): readonly number[] =>
  heads(steps).map(({ report }) => (report === null ? Number.NaN : sumReportToDate(report).toNumber()));
const correctionOf = (steps: readonly Step[]) => heads(steps).at(-1)?.report?.corrected;

/** Reports of every hour, by a function of the hour. */
const hourly = (count: number, amountAt: (hour: number) => number | null, price = 10): readonly Step[] =>
  Array.from({ length: count }, (_, hour) => {
    const amount = amountAt(hour);
    return { hour, says: amount === null ? null : { amount }, price };
  });

describe('a report that is lower than what is known (invariant 27)', () => {
  it.each<[string, (hour: number) => number]>([
    ['is empty', () => 0],
    ['starts over, as that of a project that another account pays for', (hour) => 10 * (hour - 3)],
    ['stays the same', () => honest(2)],
    ['lacks half of what it had', (hour) => honest(hour) / 2],
  ])('leaves spend to date at what is known and metered, where it %s', (_, smaller) => {
    const told = toDate(hourly(11, (hour) => (hour < 3 ? honest(hour) : smaller(hour))));
    for (const [hour, amount] of told.entries()) expect(amount).toBeGreaterThanOrEqual(honest(hour));
    expect(Math.abs((told.at(-1) ?? 0) - honest(10))).toBeLessThan(1);
  });

  it('never counts twice: once the whole bill is back, only that counts', () => {
    const told = toDate(hourly(30, (hour) => (hour > 3 && hour < 9 ? 0 : honest(hour))));
    expect(told.at(-1)).toBeCloseTo(honest(29) + 10 / 12, 1);
  });

  it.each<[string, (hour: number) => number]>([
    ['stays empty', () => 0],
    ['starts over', (hour) => 10 * (hour - 3)],
  ])('is not adopted however long it %s', (_, smaller) => {
    const steps = hourly(60, (hour) => (hour < 3 ? honest(hour) : smaller(hour)));
    expect(toDate(steps).at(-1)).toBeCloseTo(honest(59) + 10 / 12, 1);
    expect(correctionOf(steps)).toBeUndefined();
  });

  it('is adopted once it has grown for half a day beside what was metered, with that reason', () => {
    const cheaper = hourly(15, (hour) => 960 + 8 * hour);
    expect(toDate(cheaper.slice(0, 12)).at(-1)).toBeCloseTo(honest(11), 1);
    expect(toDate(cheaper.slice(0, 14)).at(-1)).toBeCloseTo(960 + 8 * 13 + 10 / 12, 1);
    expect(correctionOf(cheaper)).toMatchObject({ because: 'settled', at: clock(13) });
  });

  it('is adopted where the platform withdrew a part, after half a day', () => {
    const steps = hourly(16, (hour) => honest(hour) - (hour < 3 ? 0 : 300));
    expect(toDate(steps.slice(0, 14)).at(-1)).toBeCloseTo(honest(13) + 10 / 12, 1);
    expect(toDate(steps).at(-1)).toBeCloseTo(honest(15) - 300 + 10 / 12, 1);
    expect(correctionOf(steps)).toMatchObject({ because: 'settled' });
  });
});

describe('a report that lists its hours separately', () => {
  const low = (hour: number, grownAfter: number): Step => {
    const until = later(midnight, hours(hour));
    const upTo = (end: number) =>
      Array.from({ length: 96 + end }, (_, index) => index - 96).reduce(
        (sum, start) => sum + (hour - (start + 1) >= grownAfter ? 10 : 1),
        0,
      );
    const earlier = Array.from({ length: 12 }, (_, index) => hour - index - 1).map((end) => ({
      until: later(midnight, hours(end)),
      amount: money(String(upTo(end))),
    }));
    return { hour, says: { amount: upTo(hour), until, earlier } };
  };

  it.each([2, 4, 8])(
    'leaves the metered charges in force until its newest hours are complete, %i h later',
    (grownAfter) => {
      const told = toDate(Array.from({ length: 14 }, (_, hour) => low(hour, grownAfter)));
      for (const [hour, amount] of told.entries())
        if (hour >= grownAfter) expect(Math.abs(amount - honest(hour))).toBeLessThan(1);
    },
  );
});

describe('a report that is higher than prices and earlier reports explain', () => {
  const doubled = (from: number, until: number) =>
    hourly(until + 2, (hour) => (hour >= from && hour < until ? 2 : 1) * honest(hour));

  it('counts to date as unexplained, and falls when the platform withdraws it, with that reason', () => {
    const steps = doubled(3, 6);
    const [, , , third] = heads(steps);
    expect(third?.report && sumReportToDate(third.report).toNumber()).toBeCloseTo(2 * honest(3) + 10 / 12, 0);
    expect(chargeToMoney(third?.report?.excess?.charge ?? noCharge).toNumber()).toBeCloseTo(honest(3), 0);
    expect(toDate(steps).at(-1)).toBeCloseTo(honest(7) + 10 / 12, 1);
    expect(correctionOf(steps)).toMatchObject({ because: 'withdrawn', at: clock(6) });
    expect(heads(steps).at(-1)?.report?.excess).toBeUndefined();
  });

  it('is unexplained for a day, and counts like the rest once every report has shown it for that long', () => {
    const all = heads(hourly(29, (hour) => honest(hour) + (hour < 3 ? 0 : 500)));
    expect(all[26]?.report?.excess).toBeDefined();
    expect(all[27]?.report?.excess).toBeUndefined();
  });

  it.each<[string, readonly Step[]]>([
    ['charges without a price grow by the hour', hourly(30, (hour) => 960 + 25 * hour)],
    [
      'there were no polls for a night',
      [0, 1, 2, 14, 15].map((hour) => ({ hour, says: { amount: honest(hour) } })),
    ],
    ['the bill was late, and caught up', hourly(30, (hour) => honest(hour < 3 || hour > 9 ? hour : 2))],
  ])('is explained where %s', (_, steps) => {
    for (const { report } of heads(steps)) expect(report?.excess).toBeUndefined();
  });
});

describe('credits', () => {
  it('are kept apart from the charges that count', () => {
    const [head] = heads([{ hour: 0, says: { amount: 121, credits: money('90') } }]);
    expect(head?.report?.spend).toMatchObject({ amount: money('121'), credits: money('90') });
  });
});

describe('spend to date', () => {
  const anAmount = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 3_000 }),
    fc.constant('honest' as const),
    fc.constant('twice' as const),
  );
  const says = fc.option(
    fc.record({
      amount: anAmount,
      late: fc.integer({ min: 0, max: 5 }),
      leftOut: fc.option(fc.constant(2), { nil: undefined, freq: 8 }),
    }),
    { freq: 4 },
  );
  const aStep = fc.record({ says, after: fc.integer({ min: 0, max: 7 }), price: fc.constantFrom(0, 3, 10) });
  const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu');

  it('falls only with a reason that its report shows, whatever is reported, in any order and how often', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 60 }), zones, (drawn, zone) => {
        let hour = 0;
        const steps = drawn.map(({ says: said, after, price }): Step => {
          hour += after;
          if (said === null) return { hour, says: null, price };
          const { amount, late, leftOut } = said;
          const until: Instant = later(midnight, hours(Math.max(0, hour - late)));
          const sums = { honest: honest(hour - late), twice: 2 * honest(hour - late) };
          const stated = typeof amount === 'number' ? amount : sums[amount];
          return { hour, price, says: { amount: stated, until, ...(leftOut && { leftOut }) } };
        });
        let before: Head | null = null;
        for (const head of heads(steps, zone)) {
          const [was, is] = [before?.report, head.report];
          const isOfPeriod = was && is && was.spend.from === is.spend.from;
          if (isOfPeriod) {
            const fell = chargedToDate(was).minus(chargedToDate(is));
            if (fell.gt(0))
              expect(is.corrected).toMatchObject({ at: head.observation?.at, by: expect.anything() });
            if (fell.gt(0)) expect(is.corrected?.by.gte(fell)).toBe(true);
          }
          before = head;
        }
      }),
      runs(400),
    );
  });

  it('is the sum of what was reported and what was metered, to the last digit, where the bill is right', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 30 }), (prices) => {
        let billed = money('960');
        const steps = prices.map((price, hour): Step => {
          const step = { hour, price, says: { amount: billed.toNumber() } };
          billed = money(billed.plus(price).toFixed());
          return step;
        });
        for (const { report } of heads(steps)) {
          if (report === null) throw new TypeError('no report');
          expect(report.short === undefined || report.short.charge.gte(0)).toBe(true);
          const parts = sumCharges([
            report.accruedSince,
            report.short?.charge ?? noCharge,
            report.unwatched?.charge ?? noCharge,
          ]);
          expect(sumReportToDate(report).toFixed()).toBe(
            report.spend.amount.plus(chargeToMoney(parts)).toFixed(),
          );
        }
      }),
      runs(50),
    );
  });
});
