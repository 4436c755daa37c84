import { describe, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { days, earlier } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { monthOfAll } from '../../lib/views/dashboard-month.ts';
import { buildStatus } from '../../lib/views/status.ts';
import { aDay } from '../rules/judged-budget.ts';
import { aFleet, aHeadOf } from '../support/builders/fleet-builders.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';

const headOf = (name: string) => ({
  ...aHeadOf(aFleet(2)),
  target: projectTarget(null, ProjectId.parse(name)),
});
const heads = [headOf('lab'), headOf('web')];

function month(...rules: Parameters<typeof aBudgetRule>[0][]) {
  const view = aViewInput(rules.map((rule) => aBudgetRule(rule)));
  return monthOfAll(heads, buildStatus(heads, view), view);
}

describe('the monthly limit of all projects', () => {
  it('is the sum of their budgets', () => {
    expect(month({ limit: '1000' }).limit?.toFixed()).toBe('2000');
  });

  it('uses the lowest of several budgets of a project', () => {
    expect(
      month({ limit: '1000' }, { name: 'tight', limit: '10', match: { project: 'lab' } }).limit?.toFixed(),
    ).toBe('1010');
  });

  it.each([
    ['one project has none', { match: { project: 'lab' } }],
    ['the budgets are daily', { period: { kind: 'day' } }],
    ['the budgets do not begin with the month', { period: { kind: 'month', startsOn: 15 } }],
  ] as const)('is unknown when %s', (_, rule) => {
    expect(month(rule).limit).toBeNull();
  });
});

it('the month of all projects has a forecast of at least the spend so far', () => {
  const { spent, forecast } = month();
  expect(spent?.toNumber()).toBeGreaterThan(60_000);
  expect(forecast?.low.gte(spent ?? 0)).toBe(true);
  expect(forecast?.likely.gte(forecast.low)).toBe(true);
  expect(forecast?.high.gt(forecast.likely)).toBe(true);
});

it('the month of all projects is forecast from past days where every project has them', () => {
  const closed = Array.from({ length: 14 }, (_, index) => aDay(earlier(noon, days(14 - index)), '1'));
  const kept = { days: { since: earlier(noon, days(14)), closed } };
  const likely = (all: readonly Head[]) => {
    const view = aViewInput();
    return monthOfAll(all, buildStatus(all, view), view).forecast?.likely.toNumber() ?? 0;
  };
  expect(likely(heads.map((head) => ({ ...head, ...kept })))).toBeLessThan(likely(heads));
  expect(likely(heads.map((head, index) => (index === 0 ? { ...head, ...kept } : head)))).toBe(likely(heads));
});
