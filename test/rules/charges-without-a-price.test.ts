import { describe, expect, it } from 'vitest';
import { free, hourlyPrice, money, reachedInWords } from '../../lib/model/money/money.ts';
import { BudgetPeriod } from '../../lib/model/time/budget-period.ts';
import { budgetInterval, findPeriod } from '../../lib/model/time/period.ts';
import { days, hours, instant, later } from '../../lib/model/time/time.ts';
import { computeForecast } from '../../lib/rules/budget/forecast.ts';
import { judgeBudget } from '../../lib/rules/budget/judge.ts';
import { countedForStops } from '../../lib/rules/budget/spent.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { aDay, dollars, judged, november, spendFacts } from './judged-budget.ts';

const weekly = aBudgetRule({
  limit: '100',
  at: [80, 100],
  period: BudgetPeriod.parse({ kind: 'week', startsOn: 1 }),
});
const month = (spent: string) => {
  const { spend } = spendFacts();
  return { ...spend.month, charge: dollars(spent), since: spend.month.period.from };
};

describe('a weekly budget while the platform reports only the bill of the month', () => {
  it.each([
    ['is clear where the whole bill of the month was metered', '600', '600', 'clear'],
    ['is clear where all charges without a price would not reach a threshold', '600', '640', 'clear'],
    ['is unknown where charges without a price may have reached a threshold', '600', '690', 'unknown'],
  ] as const)('%s', (_, metered, reported, kind) => {
    const facts = spendFacts({ day: aDay(noon, '25'), month: month(metered), reported });
    expect(judged(weekly, facts)).toMatchObject({ kind });
  });

  it('names the part of the bill of the month that has no hourly price', () => {
    const facts = spendFacts({ day: aDay(noon, '25'), month: month('600'), reported: '690' });
    expect(judged(weekly, facts)?.because).toContain(
      "accrued, counted only since monitoring began, at least: 90.00 USD of the month's bill has no hourly price",
    );
  });

  it('counts what was billed in its days, warns about it, and stops no VM for it (invariant 27)', () => {
    const charges = { [noon - days(0)]: '90', [noon - days(20)]: '500' };
    const unmetered = {
      since: november,
      days: Object.entries(charges).map(([at, spent]) => ({
        from: findPeriod('day', instant(Number(at)), 'UTC').from,
        charge: dollars(spent),
      })),
    };
    const facts = spendFacts({ day: aDay(noon, '25'), month: month('600'), reported: '1190' });
    const whole = { ...facts, spend: { ...facts.spend, unmetered } };
    expect(judged(weekly, whole)).toMatchObject({
      kind: 'breached',
      level: 100,
      severity: 'warning',
      because: expect.stringContaining(
        '90.00 USD of it billed without an hourly price, for which no VM is stopped',
      ),
    });
    const stretch = { period: weekly.period, interval: budgetInterval(weekly.period, noon, 'UTC') };
    const rule = { ...weekly, actOnEstimates: true as const };
    expect(countedForStops(rule, whole.spend, stretch, noon)?.amount.toFixed()).toBe('25');
  });

  it.each([
    ['is clear', 1, 'clear'],
    ['is unknown where the burn rate would have reached a threshold', 6, 'unknown'],
  ] as const)('%s after %i hours without polls', (_, unwatched, kind) => {
    const gap = hours(unwatched);
    const day = aDay(noon, '25', 'UTC', { gap });
    expect(judged(weekly, spendFacts({ day, burnRate: hourlyPrice('10') }))).toMatchObject({ kind });
  });
});

describe('the spend of a target whose burn rate is unknown', () => {
  it.each([0, 1])('is known without a gap in the polls, and unknown with one: %i h', (unwatched) => {
    const day = aDay(noon, '25', 'UTC', { gap: hours(unwatched) });
    const facts = spendFacts({ day, burnRate: null });
    expect(judged(weekly, facts)).toMatchObject({ kind: unwatched === 0 ? 'clear' : 'unknown' });
  });

  it('has no forecast, and is judged without one', () => {
    const rule = { ...weekly, forecast: money('30') };
    const facts = spendFacts({ day: aDay(noon, '25'), burnRate: null });
    expect(judgeBudget(rule, facts)).toMatchObject([
      { kind: 'clear', figures: { forecast: null } },
      { kind: 'unknown', figures: null, because: expect.stringContaining('no forecast') },
    ]);
  });
});

describe('the forecast where no stopped resource is left that could be started', () => {
  const past = Array.from({ length: 10 }, (_, day) => aDay(later(november, days(day)), '60'));
  it.each([
    ['is the spend so far where nothing costs anything', free, true, '600'],
    ['goes on at the rate of what is left', hourlyPrice('1'), true, '1080'],
  ] as const)('%s', (_, burnRate, isSteady, likely) => {
    const spend = { burnRate, committedRate: free, days: past, isSteady };
    expect(computeForecast(money('600'), spend, days(20)).likely.toFixed()).toBe(likely);
  });

  it('stays as it was for a fleet that is off for the night', () => {
    const spend = { burnRate: free, committedRate: free, days: past };
    expect(computeForecast(money('600'), spend, days(20)).likely.toNumber()).toBeGreaterThan(1_000);
  });
});

describe('an amount against its limit', () => {
  it.each([
    ['99.996', '100', '99.99 USD of 100.00 USD (99.9 %)'],
    ['100', '100', '100.00 USD of 100.00 USD (100 %)'],
    ['100.004', '100', '100.00 USD of 100.00 USD (100 %)'],
    ['79.996', '100', '79.99 USD of 100.00 USD (79.9 %)'],
    ['513.146', '20000', '513.15 USD of 20,000.00 USD (2.5 %)'],
  ])('of %s is never shown as reached before it is', (amount, limit, words) => {
    expect(reachedInWords(money(amount), money(limit))).toBe(words);
  });
});
