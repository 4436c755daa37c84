import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followUnmetered, sumOfUnmetered } from '../../lib/meter/unmetered.ts';
import { chargeToMoney, money, moneyToCharge, noCharge, sumCharges } from '../../lib/model/money/money.ts';
import type { PlatformReport, UnmeteredCharges } from '../../lib/model/money/spend.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { days, hours, type Instant, later } from '../../lib/model/time/time.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { runs } from '../support/tier.ts';

const november = at('2026-11-01T00:00:00');
const since = later(november, days(3));

/** The bill of a month up to a time, and the part of it that was metered, in dollars. */
type Seen = { readonly hour: number; readonly billed: number; readonly metered: number };

function follow(
  before: UnmeteredCharges | null,
  { hour, billed, metered }: Seen,
  keptFrom: Instant = november,
) {
  const until = later(november, hours(hour));
  const month = aMeter('month', november, { charge: moneyToCharge(money(String(metered))), since: november });
  const report: PlatformReport = {
    spend: { amount: money(String(billed)), from: november, until },
    accruedSince: noCharge,
  };
  return followUnmetered(before, { report, month, measuredSince: since, zone: 'UTC', keptFrom });
}
const dollarsOf = (followed: UnmeteredCharges | null) =>
  Object.fromEntries(
    (followed?.days ?? []).map(({ from, charge }) => [
      new Date(from).getUTCDate(),
      Number(chargeToMoney(charge).toFixed(2)),
    ]),
  );

describe('the part of the bill that no meter explains', () => {
  it('is spread over the days since monitoring began, and is known for all days', () => {
    const followed = follow(null, { hour: 4 * 24 + 12, billed: 130, metered: 100 });
    expect(dollarsOf(followed)).toEqual({ 4: 20, 5: 10 });
    expect(followed?.since).toBeLessThan(november);
  });

  it('is then spread over the days in which it grew', () => {
    const first = follow(null, { hour: 4 * 24, billed: 120, metered: 100 });
    const next = follow(first, { hour: 5 * 24, billed: 160, metered: 110 });
    expect(dollarsOf(next)).toEqual({ 4: 20, 5: 30 });
  });

  it('is subtracted from the newest days where the platform withdraws it', () => {
    const first = follow(null, { hour: 5 * 24, billed: 140, metered: 100 });
    expect(dollarsOf(follow(first, { hour: 5 * 24, billed: 115, metered: 100 }))).toEqual({ 4: 15, 5: 0 });
  });

  it.each([
    ['under a dollar', { hour: 96, billed: 100.5, metered: 100 }],
    ['nothing', { hour: 96, billed: 90, metered: 100 }],
  ])('is left out where it is %s', (_, seen) => {
    expect(follow(null, seen)).toBeNull();
  });

  it('adds up to the bill of the month less its meter, whatever happened before (invariant 9)', () => {
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 40 }),
      billed: fc.integer({ min: -50, max: 200 }),
      metered: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let followed: UnmeteredCharges | null = null;
        const seen = { hour: 96, billed: 100, metered: 0 };
        for (const one of steps) {
          seen.hour += one.hours;
          seen.billed = Math.max(0, seen.billed + one.billed);
          seen.metered += one.metered;
          followed = follow(followed, seen);
        }
        const rest = Math.max(0, seen.billed - seen.metered);
        const sum = chargeToMoney(sumCharges((followed?.days ?? []).map(({ charge }) => charge)));
        if (followed !== null) expect(sum.toFixed()).toBe(String(rest));
        expect(followed === null || followed.days.every(({ charge }) => charge.gte(noCharge))).toBe(true);
      }),
      runs(200),
    );
  });

  it('of several targets is known from the day on from which it is known of all', () => {
    const day = findPeriod('day', since, 'UTC').from;
    const one = { since: november, days: [{ from: day, charge: moneyToCharge(money('2')) }] };
    const sum = sumOfUnmetered([one, { ...one, since }]);
    expect(sum).toEqual({ since, days: [{ from: day, charge: moneyToCharge(money('4')) }] });
  });
});
