import { describe, expect, it } from 'vitest';
import type { AccountObservation } from '../../lib/model/facts/observation.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import { toTarget } from '../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../lib/model/money/money.ts';
import { judgeRate, type RateFacts } from '../../lib/rules/rate/judge.ts';
import type { RateRule } from '../../lib/rules/rate/terms.ts';
import { at } from '../support/at.ts';
import { aRateRule, main } from '../support/builders/account-rule-builders.ts';
import {
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  lab,
} from '../support/builders/observation-builders.ts';

const project = (...resources: readonly Resource[]): RateFacts => ({
  target: toTarget(lab),
  observation: anObservation({ resources: [...resources] }),
});
const account = (overrides: Partial<AccountObservation>): RateFacts => ({
  target: main,
  observation: anAccountObservation(overrides),
});
function judge(rule: RateRule, facts: RateFacts) {
  const [verdict, ...others] = judgeRate(rule, facts);
  expect(others).toEqual([]);
  return verdict;
}

describe('a rate with a limit of the rule’s own', () => {
  it.each([
    ['49.999999', 'clear', null],
    ['50', 'breached', 'warning'],
    ['99.99', 'breached', 'warning'],
    ['100', 'breached', 'critical'],
  ])('of 50 USD an hour, compared with %s, is %s', (price, kind, severity) => {
    const verdict = judge(aRateRule(), project(aVm({ price })));
    expect(verdict).toMatchObject(severity === null ? { kind } : { kind, severity });
  });

  it('includes stopped resources, and leaves out those that are gone', () => {
    const stopped = aVm({ id: 'a', price: '30', activity: 'stopped' });
    const gone = aVm({ id: 'b', price: '500', activity: 'gone' });
    const verdict = judge(aRateRule(), project(stopped, gone, aVolume({ price: '21' })));
    expect(verdict).toMatchObject({ kind: 'breached', severity: 'warning' });
    expect(verdict?.because).toBe('51.00 USD/h, 102 % of the limit of 50.00 USD an hour');
  });

  it.each([
    [
      '20',
      'unknown',
      'at least 20.00 USD/h, 40 % of the limit of 50.00 USD an hour; 1 resource has no price',
    ],
    [
      '50',
      'breached',
      'at least 50.00 USD/h, 100 % of the limit of 50.00 USD an hour; 1 resource has no price',
    ],
  ])('with a price unknown beside %s is %s', (price, kind, because) => {
    const facts = project(aVm({ price }), aVm({ id: 'hidden', price: null }));
    expect(judge(aRateRule(), facts)).toMatchObject({ kind, because });
  });

  it('is not unknown because of disks and images, which never show a price', () => {
    expect(judge(aRateRule(), project(aVm({ kind: 'disk', price: null })))).toMatchObject({ kind: 'clear' });
  });

  it('of an account is what the platform reports, and unknown where it does not', () => {
    const rule = aRateRule('2', { match: { account: 'main' } });
    expect(judge(rule, account({ burnRate: hourlyPrice('2.5') }))).toMatchObject({ kind: 'breached' });
    expect(judge(rule, account({ burnRate: null }))).toMatchObject({
      kind: 'unknown',
      subject: 'account/main',
    });
  });

  it('applies to projects only, unless it names accounts', () => {
    expect(judgeRate(aRateRule('1'), account({ burnRate: hourlyPrice('9') }))).toEqual([]);
    expect(judgeRate(aRateRule('1', { match: { project: 'other' } }), project(aVm({ price: '9' })))).toEqual(
      [],
    );
  });
});

describe('a share of the platform’s hourly limit', () => {
  const rule = aRateRule({ kind: 'share-of-hourly-limit', percent: 80 });

  it.each([
    ['7.99', '10', 'clear', null],
    ['8', '10', 'breached', 'warning'],
    ['9.99', '10', 'breached', 'warning'],
    ['10', '10', 'breached', 'critical'],
    ['12', '10', 'breached', 'critical'],
  ])('of %s with a limit of %s is %s', (burnRate, burnLimit, kind, severity) => {
    const facts = account({ burnRate: hourlyPrice(burnRate), burnLimit: hourlyPrice(burnLimit) });
    expect(judge(rule, facts)).toMatchObject(severity === null ? { kind } : { kind, severity });
  });

  it.each([null, hourlyPrice('0')])('is clear where the limit is %s', (burnLimit) => {
    expect(judge(rule, account({ burnRate: hourlyPrice('900'), burnLimit }))).toMatchObject({
      kind: 'clear',
      because: 'the platform sets no hourly limit for the account',
      figures: null,
    });
  });

  it('is unknown while the rate is', () => {
    const facts = account({ burnRate: null, burnLimit: hourlyPrice('10') });
    expect(judge(rule, facts)).toMatchObject({ kind: 'unknown' });
  });

  it('has no verdict on projects', () => {
    expect(judgeRate({ ...rule, match: {} }, project(aVm({ price: '900' })))).toEqual([]);
  });
});

describe('a share of the platform’s monthly limit', () => {
  const rule = aRateRule({ kind: 'share-of-monthly-limit', percent: 80 });
  const spent = (monthlySpend: string, clock: string) =>
    account({
      at: at(`2026-11-21T${clock}`),
      monthlySpend: money(monthlySpend),
      monthlySpendLimit: money('1000'),
      burnRate: hourlyPrice('2'),
    });

  it('adds what was spent since the last full hour', () => {
    expect(judge(rule, spent('799', '12:00:00'))).toMatchObject({ kind: 'clear' });
    expect(judge(rule, spent('799', '12:29:59'))).toMatchObject({ kind: 'clear' });
    const verdict = judge(rule, spent('799', '12:30:00'));
    expect(verdict).toMatchObject({ kind: 'breached', severity: 'warning' });
    expect(verdict?.because).toBe(
      "800.00 USD spent this month, 80 % of the platform's limit of 1,000.00 USD",
    );
    expect(judge(rule, spent('1000', '12:00:00'))).toMatchObject({ severity: 'critical' });
  });

  it.each([
    [{ monthlySpend: null, monthlySpendLimit: money('10') }, 'unknown'],
    [{ monthlySpend: money('99'), monthlySpendLimit: null }, 'clear'],
  ])('with %j is %s', (told, kind) => {
    expect(judge(rule, account(told))).toMatchObject({ kind });
  });
});
