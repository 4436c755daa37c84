import { describe, expect, it } from 'vitest';
import { judgeBudget } from '../../lib/evaluate/budget.ts';
import type { Facts } from '../../lib/evaluate/facts.ts';
import { accountTarget, BillingAccountId, targetOf } from '../../lib/model/ids.ts';
import { charge, hourlyPrice, money, noCharge } from '../../lib/model/money.ts';
import type { BudgetRule } from '../../lib/model/rule.ts';
import { hours } from '../../lib/model/time.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/meter-builders.ts';
import { aBudgetRule } from '../support/policy-builders.ts';
import { anAccountSighting, aSighting, lab, noon } from '../support/sighting-builders.ts';

const november = at('2026-11-01T00:00:00');

/** Facts of a month in which so much was reported up to 11:00 and so much accrued, in whole hours of a price. */
function facts(
  overrides: { reported?: string; since?: string; month?: Facts['meters']['month'] } = {},
): Facts {
  const { reported, since = '0', month = aMeter('month', november, { charge: noCharge }) } = overrides;
  return {
    target: targetOf(lab),
    sighting: aSighting(),
    meters: { hour: aMeter('hour', noon), day: aMeter('day', noon), month },
    report:
      reported === undefined
        ? null
        : {
            spend: { amount: money(reported), from: november, until: at('2026-11-21T11:00:00') },
            accruedSince: charge(hourlyPrice(since), hours(1)),
          },
    history: [],
  };
}
const judge = (rule: BudgetRule, given: Facts) => {
  const [verdict, ...others] = judgeBudget(rule, given);
  expect(others).toEqual([]);
  return verdict;
};

describe('thresholds', () => {
  it.each([
    ['0', 'clear', null, null],
    ['499.999999999999999999', 'clear', null, null],
    ['500', 'breached', 50, 'info'],
    ['799.999999999999999999', 'breached', 50, 'info'],
    ['800', 'breached', 80, 'warning'],
    ['999.999999999999999999', 'breached', 80, 'warning'],
    ['1000', 'breached', 100, 'critical'],
    ['123456', 'breached', 100, 'critical'],
    ['-20', 'clear', null, null],
  ])('are crossed exactly: %s of 1,000 is %s at %s', (spent, kind, level, severity) => {
    const verdict = judge(aBudgetRule(), facts({ reported: spent }));
    expect(verdict).toMatchObject(level === null ? { kind } : { kind, level, severity });
  });

  it('of a fraction of a percent are met without the error of doubles', () => {
    const rule = aBudgetRule({ limit: '5000', thresholds: [28.1, 64.1] });
    expect(judge(rule, facts({ reported: '3205' }))).toMatchObject({ level: 64.1 });
    expect(judge(rule, facts({ reported: '3204.99' }))).toMatchObject({ level: 28.1 });
  });

  it('above 100 % are critical too', () => {
    const rule = aBudgetRule({ thresholds: [100, 120] });
    expect(judge(rule, facts({ reported: '1200' }))).toMatchObject({ level: 120, severity: 'critical' });
  });
});

describe('the basis', () => {
  it('projected adds what accrued since the report', () => {
    const verdict = judge(aBudgetRule(), facts({ reported: '790', since: '10' }));
    expect(verdict).toMatchObject({
      kind: 'breached',
      level: 80,
      figures: { basis: 'projected', asOf: noon },
    });
    expect(verdict?.because).toBe(
      '800.00 USD of 1,000.00 USD (80 %) projected: 790.00 USD reported and 10.00 USD since',
    );
  });

  it('reported does not, and says how old the figure is', () => {
    const verdict = judge(aBudgetRule({ basis: 'reported' }), facts({ reported: '790', since: '10' }));
    expect(verdict).toMatchObject({
      kind: 'breached',
      level: 50,
      figures: { asOf: at('2026-11-21T11:00:00') },
    });
    expect(verdict?.because).toBe('790.00 USD of 1,000.00 USD (79 %) reported 1 h ago');
  });

  it('reported is unknown while nothing was reported this month', () => {
    const verdict = judge(aBudgetRule({ basis: 'reported' }), facts());
    expect(verdict).toMatchObject({ kind: 'unknown', subject: 'project/lab' });
  });

  it('projected without a report is what accrued, from the start of the month or of watching', () => {
    const whole = aMeter('month', november, { charge: charge(hourlyPrice('600'), hours(1)) });
    expect(judge(aBudgetRule(), facts({ month: whole }))).toMatchObject({
      level: 50,
      because: '600.00 USD of 1,000.00 USD (60 %) accrued',
    });
    const late = { ...whole, since: at('2026-11-20T00:00:00') };
    expect(judge(aBudgetRule(), facts({ month: late }))?.because).toContain(
      'counted only since watching began',
    );
  });

  it('projected without a report says for how long prices were not known', () => {
    const month = aMeter('month', november, { charge: charge(hourlyPrice('600'), hours(1)), gap: hours(5) });
    expect(judge(aBudgetRule(), facts({ month }))?.because).toContain('some prices unknown for 5 h');
  });

  it('projected is unknown, not clear, when neither a report nor a price was ever had', () => {
    const since = at('2026-11-21T10:00:00');
    const month = aMeter('month', november, { since, charge: noCharge, gap: hours(2) });
    expect(judge(aBudgetRule(), facts({ month }))).toMatchObject({ kind: 'unknown' });
  });
});

describe('the sentence', () => {
  it.each([
    ['1001', '100.1'],
    ['999.99', '99.9'],
    ['333.333', '33.3'],
    ['0.01', '0'],
  ])('never shows a percentage that was not reached: %s of 1,000 is %s %%', (spent, percent) => {
    expect(judge(aBudgetRule(), facts({ reported: spent }))?.because).toContain(`(${percent} %)`);
  });
});

describe('the match', () => {
  it('leaves other projects without a verdict, and accounts to rules that name one', () => {
    const account: Facts = {
      ...facts({ reported: '600' }),
      target: targetOf(accountTarget(BillingAccountId.parse('main'))),
      sighting: anAccountSighting(),
    };
    expect(judge(aBudgetRule({ match: { project: 'shop-*' } }), facts({ reported: '600' }))).toBeUndefined();
    expect(judge(aBudgetRule(), account)).toBeUndefined();
    expect(judge(aBudgetRule({ match: { account: 'm*' } }), account)).toMatchObject({
      kind: 'breached',
      subject: 'account/main',
    });
  });
});

it('holds the figures of a breach against the month of the meter', () => {
  const verdict = judge(aBudgetRule(), facts({ reported: '600' }));
  expect(verdict).toMatchObject({
    figures: { kind: 'budget', period: { from: november, until: at('2026-12-01T00:00:00') } },
  });
  expect(
    verdict?.kind === 'breached' && verdict.figures.kind === 'budget' && verdict.figures.spent.toFixed(),
  ).toBe('600');
});
