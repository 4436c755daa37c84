import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Meter } from '../../lib/model/money/meter.ts';
import { addMoney, hourlyPrice, type Money, money } from '../../lib/model/money/money.ts';
import { earlier, hours, milliseconds, days as spanOfDays } from '../../lib/model/time/time.ts';
import { computeForecast, forecastIfKnown } from '../../lib/rules/budget/forecast.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { aDay, spendFacts } from './judged-budget.ts';

const pastDays = (amounts: readonly string[], overrides: Partial<Meter> = {}): Meter[] =>
  amounts.map((amount, index) =>
    aDay(earlier(noon, spanOfDays(amounts.length - index)), amount, 'UTC', overrides),
  );
const times = (count: number, amount: string) => Array.from({ length: count }, () => amount);

const forecast = (days: readonly Meter[], rate: string, committed = '0', remaining = spanOfDays(10)) => {
  const burnRate = hourlyPrice(rate);
  const { spend } = spendFacts({ days: [...days], burnRate, committedRate: hourlyPrice(committed) });
  const { low, likely, high } = computeForecast(money('100'), { ...spend, burnRate }, remaining);
  return [low, likely, high].map((amount) => amount.toDecimalPlaces(2).toFixed());
};

describe('a forecast', () => {
  it('without history continues the burn rate: from the committed rate up to half as much again', () => {
    expect(forecast([], '2', '0.5')).toEqual(['220', '580', '820']);
  });

  it('with a week of complete days takes the middle between the burn rate and that week', () => {
    const [low, likely, high] = forecast(pastDays(times(7, '24')), '2');
    expect(likely).toBe('460');
    expect(Number(low)).toBeLessThan(460);
    expect(Number(high)).toBeGreaterThan(460);
  });

  it('is narrower the more alike the days are, and the nearer the end is', () => {
    const width = ([low, , high]: readonly string[]) => Number(high) - Number(low);
    const alike = forecast(pastDays(times(14, '24')), '1');
    const unlike = forecast(pastDays(times(7, '12').flatMap((day) => [day, '36'])), '1');
    const nearer = forecast(pastDays(times(14, '24')), '1', '0', spanOfDays(1));
    expect(width(alike)).toBeLessThan(width(unlike));
    expect(width(nearer)).toBeLessThan(width(alike));
  });

  it.each([
    ['monitored only in part', { since: noon }],
    ['with prices unknown', { gap: hours(1) }],
  ])('ignores days %s', (_, overrides) => {
    expect(forecast(pastDays(times(9, '1'), overrides), '2', '0.5')).toEqual(['220', '580', '820']);
  });

  it('ignores history while the first charge is less than a week ago, since days before it were not days of zero use', () => {
    const began = [...times(20, '0'), '5', ...times(6, '48')];
    expect(forecast(pastDays(began), '2', '0.5')).toEqual(['220', '580', '820']);
    const [, likely] = forecast(pastDays([...began, '48']), '2', '0.5');
    expect(likely).toBe('580');
    const [, quieter] = forecast(pastDays([...times(7, '48'), '0']), '2');
    expect(Number(quieter)).toBeLessThan(580);
  });

  it('is at least what is committed, even where past days were cheaper', () => {
    const [low, likely] = forecast(pastDays(times(14, '0')), '10', '10');
    expect([low, likely]).toEqual(['2500', '2500']);
  });
});

describe('a forecast while the burn rate is unknown', () => {
  const likely = (days: readonly Meter[]) =>
    forecastIfKnown(
      money('100'),
      { ...spendFacts({ days: [...days] }).spend, burnRate: null },
      spanOfDays(10),
    )
      ?.likely.toDecimalPlaces(2)
      .toFixed() ?? null;

  it('goes on at the average of the past week, and never at zero', () => {
    expect(likely(pastDays(times(7, '24')))).toBe('340');
  });

  it('is unknown where that week is not fully known', () => {
    expect([likely([]), likely(pastDays(times(6, '24')))]).toEqual([null, null]);
    expect(likely(pastDays(times(7, '24'), { gap: hours(1) }))).toBeNull();
  });
});

const cents = (max: number) => fc.integer({ min: 0, max }).map((count) => (count / 100).toFixed(2));
const anySpend = fc.record({
  amounts: fc.array(cents(1_000_000), { maxLength: 14 }),
  rate: cents(100_000),
  share: fc.integer({ min: 0, max: 100 }),
});
const figuresFor = ({ amounts, rate, share }: { amounts: string[]; rate: string; share: number }) => {
  const committedRate = hourlyPrice(((Number(rate) * share) / 100).toFixed(6));
  const burnRate = hourlyPrice(rate);
  return { ...spendFacts({ days: pastDays(amounts), committedRate }).spend, burnRate };
};

describe('every forecast', () => {
  it('is never below what is spent, and low <= likely <= high', () => {
    fc.assert(
      fc.property(
        anySpend,
        cents(10_000_000),
        fc.integer({ min: 0, max: 31 * 86_400_000 }),
        (given, spent, left) => {
          const { low, likely, high } = computeForecast(money(spent), figuresFor(given), milliseconds(left));
          expect(low.gte(money(spent))).toBe(true);
          expect(likely.gte(low)).toBe(true);
          expect(high.gte(likely)).toBe(true);
        },
      ),
    );
  });

  it('is exact at the end of the period', () => {
    fc.assert(
      fc.property(anySpend, cents(10_000_000), (given, spent) => {
        const figures = Object.values(computeForecast(money(spent), figuresFor(given), milliseconds(0)));
        expect(figures.map((figure: Money) => figure.eq(money(spent)))).toEqual([true, true, true]);
      }),
    );
  });

  it('grows with the spend so far', () => {
    fc.assert(
      fc.property(anySpend, cents(1_000_000), cents(1_000_000), (given, spent, more) => {
        const before = computeForecast(money(spent), figuresFor(given), spanOfDays(9));
        const after = computeForecast(addMoney(money(spent), money(more)), figuresFor(given), spanOfDays(9));
        expect(after.likely.minus(before.likely).toFixed()).toBe(money(more).toFixed());
      }),
    );
  });
});
