import { expect, it } from 'vitest';
import { charge, estimated, free, hourlyPrice, inDollars } from '../../lib/model/money/money.ts';
import { computeEarlierDayStart } from '../../lib/model/time/period.ts';
import { hours, instant } from '../../lib/model/time/time.ts';
import { computeForecast } from '../../lib/rules/budget/forecast.ts';
import { seededRandom } from '../simulation/engine/seeded-random.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { seriesOf, waysToSpend } from './spend-series.ts';

const monthBegins = at('2026-11-01T00:00:00');
const month = 30 * 24;
const sum = (series: readonly number[]): number => series.reduce((total, rate) => total + rate, 0);

/** One month that was forecast at some hour of it: whether it ended inside the interval, and how far off the expected figure was. */
function oneMonth(way: string, seed: number, knownDays: number) {
  const series = seriesOf(way, seed, knownDays * 24 + month);
  const begins = knownDays * 24;
  const now = begins + seededRandom(seed).whole(12, month - 12);
  const today = Math.floor((now - begins) / 24);
  const day = instant(monthBegins + hours(24 * today));
  const days = Array.from({ length: Math.min(14, knownDays === 0 ? 0 : 14) }, (_, index) => {
    const first = begins + 24 * (today - 14 + index);
    const total = sum(series.slice(first, first + 24));
    const from = computeEarlierDayStart(day, 14 - index, 'UTC');
    return aMeter('day', from, { charge: charge(hourlyPrice((total / 24).toFixed(9)), hours(24)) });
  });
  const spend = {
    report: null,
    day: aMeter('day', day),
    month: aMeter('month', day),
    days,
    burnRate: hourlyPrice((series[now] ?? 0).toFixed(9)),
    committedRate: free,
  };
  const spent = sum(series.slice(begins, now));
  const { low, likely, high } = computeForecast(estimated(spent), spend, hours(month - (now - begins)));
  const end = sum(series.slice(begins));
  return {
    isInside: inDollars(low) <= end + 1e-3 && end <= inDollars(high) + 1e-3,
    off: Math.abs(inDollars(likely) - end) / end,
  };
}

const months = 300;
const measured = (knownDays: number) =>
  Object.fromEntries(
    Object.keys(waysToSpend).map((way) => {
      const all = Array.from({ length: months }, (_, seed) => oneMonth(way, seed, knownDays));
      const inside = all.filter(({ isInside }) => isInside).length / months;
      return [way, { inside, off: all.reduce((total, { off }) => total + off, 0) / months }];
    }),
  );
const overall = (figures: ReturnType<typeof measured>): number => {
  const all = Object.values(figures);
  return all.reduce((total, { inside }) => total + inside, 0) / all.length;
};

const inPercent = (figures: ReturnType<typeof measured>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([way, { inside }]) => [way, Math.round(inside * 100)]));

it('about four in five months end inside the interval that was forecast, as docs/rules.md states', () => {
  const figures = measured(14);
  expect(Math.round(overall(figures) * 100)).toBe(83);
  expect(inPercent(figures)).toEqual({
    'always the same': 100,
    'noisy days': 93,
    'working hours': 82,
    'steady growth': 80,
    'a level that wanders': 78,
    'steps, one in twelve days': 74,
    'machines that come and go': 74,
  });
  for (const { off } of Object.values(figures)) expect(off).toBeLessThan(0.15);
});

it('without history about nine in ten end inside a far wider interval, but not where one poll sees only a part of the fleet', () => {
  const figures = measured(0);
  expect(Math.round(overall(figures) * 100)).toBe(89);
  expect(inPercent(figures)['working hours']).toBe(47);
});
