import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMoney, noMoney } from '../../lib/model/money/money.ts';
import type { BudgetPeriod } from '../../lib/model/time/budget-period.ts';
import {
  budgetInterval,
  computeEarlierDayStart,
  findPeriod,
  type Interval,
} from '../../lib/model/time/period.ts';
import { hours, instant } from '../../lib/model/time/time.ts';
import { type BudgetInterval, computePeriodToDate } from '../../lib/rules/budget/spent.ts';
import { at } from '../support/at.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { aDay, dollars, figuresOf, judged, spendFacts } from './judged-budget.ts';

/** 1 USD on the 1st, 2 on the 2nd, and so on to yesterday; 21 so far today, on the 21st. */
const november = Array.from({ length: 20 }, (_, index) =>
  aDay(at(`2026-11-${String(index + 1).padStart(2, '0')}T12:00:00`), `${index + 1}`),
);
const spent = (period: BudgetPeriod, given: Parameters<typeof spendFacts>[0] = {}) => {
  const verdict = judged(
    aBudgetRule({ period }),
    spendFacts({ day: aDay(noon, '21'), days: november, ...given }),
  );
  return { amount: figuresOf(verdict).spent.toFixed(), because: verdict?.because ?? '' };
};

describe('what was spent', () => {
  it.each([
    ['today', { kind: 'day' }, '21'],
    ['since Monday the 16th', { kind: 'week', startsOn: 1 }, '111'],
    ['since Saturday, which is today', { kind: 'week', startsOn: 6 }, '21'],
    ['since the 10th', { kind: 'month', startsOn: 10 }, '186'],
    ['in three days', { kind: 'rolling', days: 3 }, '60'],
  ] satisfies [string, BudgetPeriod, string][])('%s is the sum of its days', (_, period, amount) => {
    expect(spent(period)).toMatchObject({ amount, because: expect.stringMatching(/accrued$/) });
  });

  it('before monitoring began is not counted, and the reason says so', () => {
    expect(spent({ kind: 'month', startsOn: 22 }).because).toContain('counted only since monitoring began');
  });

  it('before monitoring began is counted as far as it is read, and the reason says that it is incomplete', () => {
    const begun = { ...aDay(noon, '21'), since: noon };
    const { because } = spent({ kind: 'week', startsOn: 1 }, { day: begun, days: november.slice(0, 17) });
    expect(because).toContain('counted only since monitoring began');
  });

  it('in days with unknown prices states for how long they were unknown', () => {
    const days = november.map((day, index) => (index > 17 ? { ...day, gap: hours(2) } : day));
    expect(spent({ kind: 'rolling', days: 3 }, { days }).because).toContain('some prices unknown for 4 h');
  });

  it.each([
    [{ kind: 'month', startsOn: 2 }, 'Asia/Tokyo'],
    [{ kind: 'rolling', days: 21 }, 'UTC'],
    [{ kind: 'week', startsOn: 1 }, 'UTC'],
  ] satisfies [BudgetPeriod, string][])(
    'in %j is never taken from the report of a calendar month',
    (period, zone) => {
      const facts = spendFacts({ zone, reported: '900', days: november });
      expect(judged(aBudgetRule({ period }), facts)?.because).toContain('accrued');
      expect(judged(aBudgetRule({ period, basis: 'reported' }), facts)?.kind).toBe('unknown');
    },
  );

  it('in a past month is not counted in the next one, which a new time zone of the policy began earlier', () => {
    const now = at('2026-11-30T20:00:00');
    const facts = { ...spendFacts({ now, reported: '900', day: aDay(now, '7') }), zone: 'Asia/Tokyo' };
    expect(figuresOf(judged(aBudgetRule(), facts)).spent.toFixed()).toBe('7');
  });

  it('in a month is counted on when the policy’s time zone changes within it', () => {
    const facts = spendFacts({ day: aDay(noon, '21') });
    const month = { ...facts.spend.month, charge: dollars('231') };
    const changed = { ...facts, spend: { ...facts.spend, month }, zone: 'Asia/Kolkata' };
    expect(figuresOf(judged(aBudgetRule(), changed)).spent.toFixed()).toBe('231');
  });
});

it('splitting a period anywhere never changes its sum, even where its days overlap the split', () => {
  const zones = fc.constantFrom('UTC', 'Europe/London', 'Asia/Kolkata', 'America/New_York', 'Africa/Cairo');
  const amounts = fc.array(fc.integer({ min: 0, max: 9_999_999 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      amounts,
      zones,
      zones,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (cents, ours, theirs, share) => {
        const today = findPeriod('day', noon, ours);
        const days = cents.map((amount, index) =>
          aDay(
            computeEarlierDayStart(today.from, cents.length - index, ours),
            (amount / 1_000).toFixed(3),
            ours,
          ),
        );
        const whole = budgetInterval({ kind: 'rolling', days: cents.length + 2 }, noon, theirs);
        const cut = instant(Math.floor(whole.from + (whole.until - whole.from) * share));
        const facts = spendFacts({ days, day: aDay(noon, '1.2345', ours) });
        const sumOf = (interval: Interval) => {
          const stretch: BudgetInterval = { period: { kind: 'rolling', days: 2 }, interval };
          return computePeriodToDate(facts.spend, stretch, noon)?.amount ?? noMoney;
        };
        const parts = addMoney(
          sumOf({ from: whole.from, until: cut }),
          sumOf({ from: cut, until: whole.until }),
        );
        expect(parts.toFixed()).toBe(sumOf(whole).toFixed());
        expect(Number(parts)).toBeCloseTo(
          cents.reduce((total, amount) => total + amount / 1_000, 1.2345),
          6,
        );
      },
    ),
  );
});
