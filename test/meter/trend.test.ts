import { describe, expect, it } from 'vitest';
import { computeTrend } from '../../lib/meter/trend.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { charge, hourlyPrice } from '../../lib/model/money/money.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { earlier, hours, type Instant, later, milliseconds, minutes } from '../../lib/model/time/time.ts';
import { at } from '../support/at.ts';

const now = at('2026-11-21T12:20:00');
const burnRate = hourlyPrice('9');

/** The hour so many hours ago, at this price. */
function anHour(ago: number, price: string, { since, gap = milliseconds(0) }: Partial<Meter> = {}): Meter {
  const period = findPeriod('hour', earlier(now, hours(ago)), 'UTC');
  const from: Instant = since ?? period.from;
  const seen = milliseconds(period.until - from - gap);
  return { period, charge: charge(hourlyPrice(price), seen), since: from, gap };
}
const told = (closed: readonly Meter[], at = now) =>
  computeTrend(closed, { at, burnRate }).map((price) => price?.toFixed() ?? null);

describe('the trend', () => {
  it('is the price of each of the last hours, and the burn rate', () => {
    expect(told([anHour(3, '1'), anHour(2, '2.5'), anHour(1, '4')])).toEqual(['1', '2.5', '4', '9']);
  });

  it('leaves a gap where an hour is unknown, and begins with the first known hour', () => {
    expect(told([anHour(3, '1'), anHour(1, '4')])).toEqual(['1', null, '4', '9']);
    expect(told([])).toEqual(['9']);
  });

  it('covers a day at the most', () => {
    const closed = Array.from({ length: 40 }, (_, index) => anHour(40 - index, '2'));
    expect(told(closed)).toHaveLength(24);
  });

  it('is the average over the known part of an hour, which must be at least half of it', () => {
    const { period } = anHour(1, '4');
    expect(told([anHour(1, '4', { since: later(period.from, minutes(30)) })])).toEqual(['4', '9']);
    expect(told([anHour(1, '4', { since: later(period.from, minutes(31)) })])).toEqual(['9']);
    expect(told([anHour(1, '4', { gap: minutes(31) })])).toEqual(['9']);
  });

  it('has three decimals, since it is only drawn', () => {
    const third: Meter = { ...anHour(1, '1'), charge: charge(hourlyPrice('1'), milliseconds(1_200_000)) };
    expect(told([third])).toEqual(['0.333', '9']);
  });

  it('covers hours in zones that are half an hour off', () => {
    const zone = 'Asia/Kolkata';
    const closed = [2, 1].map((ago) => ({
      ...anHour(ago, `${ago}`),
      period: findPeriod('hour', earlier(now, hours(ago)), zone),
    }));
    expect(computeTrend(closed, { at: now, burnRate: null })).toHaveLength(3);
  });
});
