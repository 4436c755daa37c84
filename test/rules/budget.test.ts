import { describe, expect, it } from 'vitest';
import { accountTarget, BillingAccountId, toTarget } from '../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../lib/model/money/money.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import { judgeBudget } from '../../lib/rules/budget/judge.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { anAccountObservation, anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { dollars, spendFacts as facts, figuresOf, judged as judge, november } from './judged-budget.ts';

describe('thresholds', () => {
  it.each([
    ['0', 'clear', null, null],
    ['499.999999999999999999', 'clear', null, null],
    ['500', 'breached', 50, 'info'],
    ['799.999999999999999999', 'breached', 50, 'info'],
    ['800', 'breached', 80, 'warning'],
    ['999.999999999999999999', 'breached', 80, 'warning'],
    ['1000', 'breached', 100, 'warning'],
    ['1199.999999999999999999', 'breached', 100, 'warning'],
    ['1200', 'breached', 100, 'critical'],
    ['123456', 'breached', 100, 'critical'],
    ['-20', 'clear', null, null],
  ])('are crossed exactly: %s of 1,000 is %s at %s', (spent, kind, level, severity) => {
    const verdict = judge(aBudgetRule(), facts({ reported: spent }));
    expect(verdict).toMatchObject(level === null ? { kind } : { kind, level, severity });
  });

  it('at fractions of a percent are met without the error of doubles', () => {
    const rule = aBudgetRule({ limit: '5000', at: [28.1, 64.1] });
    expect(judge(rule, facts({ reported: '3205' }))).toMatchObject({ level: 64.1 });
    expect(judge(rule, facts({ reported: '3204.99' }))).toMatchObject({ level: 28.1 });
  });

  it('above 100 % are critical too', () => {
    const rule = aBudgetRule({ at: [100, 120] });
    expect(judge(rule, facts({ reported: '1200' }))).toMatchObject({ level: 120, severity: 'critical' });
  });
});

describe('the basis', () => {
  it('spend to date adds what accrued since the report', () => {
    const verdict = judge(aBudgetRule(), facts({ reported: '790', since: '10' }));
    expect(verdict).toMatchObject({
      kind: 'breached',
      level: 80,
      figures: { basis: 'to-date', asOf: noon },
    });
    expect(verdict?.because).toBe(
      '800.00 USD of 1,000.00 USD (80 %) to date: 790.00 USD reported and 10.00 USD since',
    );
  });

  it('reported leaves out what accrued, and states how old the report is', () => {
    const verdict = judge(aBudgetRule({ basis: 'reported' }), facts({ reported: '790', since: '10' }));
    expect(verdict).toMatchObject({
      kind: 'breached',
      level: 50,
      figures: { asOf: at('2026-11-21T11:00:00') },
    });
    expect(verdict?.because).toBe('790.00 USD of 1,000.00 USD (79 %) reported 1 h ago');
  });

  it('reported is unknown while nothing has been reported this month', () => {
    const verdict = judge(aBudgetRule({ basis: 'reported' }), facts());
    expect(verdict).toMatchObject({ kind: 'unknown', subject: 'project/lab' });
  });

  it('spend to date without a report is what accrued, from the start of the month or of monitoring', () => {
    const whole = aMeter('month', november, { charge: dollars('600') });
    expect(judge(aBudgetRule(), facts({ month: whole }))).toMatchObject({
      level: 50,
      because: '600.00 USD of 1,000.00 USD (60 %) accrued',
    });
    const late = { ...whole, since: at('2026-11-20T00:00:00') };
    expect(judge(aBudgetRule(), facts({ month: late }))?.because).toContain(
      'counted only since monitoring began',
    );
  });

  it('spend to date without a report states for how long prices were unknown', () => {
    const month = aMeter('month', november, { charge: dollars('600'), gap: hours(5) });
    expect(judge(aBudgetRule(), facts({ month }))?.because).toContain('some prices unknown for 5 h');
  });

  it.each([
    ['unknown', 'without a report', {}],
    ['clear', 'that the platform will report', { reported: '600' }],
  ])('spend to date is %s, and its reason mentions it, where a price is unknown %s', (kind, _what, given) => {
    const month = aMeter('month', november, { charge: dollars('600') });
    const spent = facts({ month, ...given });
    const observation = anObservation({ resources: [aVm(), aVm({ id: 'new', price: null })] });
    const verdict = judge(aBudgetRule({ at: [80] }), { ...spent, observation });
    expect(verdict?.kind).toBe(kind);
    expect(verdict?.because).toContain('1 resource has no price');
    if (kind === 'unknown') expect(verdict).toMatchObject({ lacks: { part: 'prices' } });
  });

  it('spend to date is unknown, not clear, where there was never a report nor a price', () => {
    const since = at('2026-11-21T10:00:00');
    const month = aMeter('month', november, { since, gap: hours(2) });
    expect(judge(aBudgetRule(), facts({ month }))).toMatchObject({ kind: 'unknown' });
  });
});

describe('the reason', () => {
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
  it('gives other projects no verdict, and accounts one only under rules that name an account', () => {
    const account = {
      ...facts({ reported: '600' }),
      target: toTarget(accountTarget(null, BillingAccountId.parse('main'))),
      observation: anAccountObservation(),
    };
    expect(judge(aBudgetRule({ match: { project: 'shop-*' } }), facts({ reported: '600' }))).toBeUndefined();
    expect(judge(aBudgetRule(), account)).toBeUndefined();
    expect(judge(aBudgetRule({ match: { account: 'm*' } }), account)).toMatchObject({
      kind: 'breached',
      subject: 'account/main',
    });
  });
});

it('the figures of a breach carry the month of the meter', () => {
  const verdict = judge(aBudgetRule(), facts({ reported: '600' }));
  expect(verdict).toMatchObject({
    figures: { kind: 'budget', period: { from: november, until: at('2026-12-01T00:00:00') } },
  });
  expect(figuresOf(verdict).spent.toFixed()).toBe('600');
});

describe('an episode', () => {
  const episodeOf = (...[given]: Parameters<typeof aBudgetRule>) =>
    judge(aBudgetRule(given), facts({ reported: '600' }))?.episode;

  it('belongs to a period and a limit: another period or another limit is a new episode', () => {
    expect(episodeOf()).toBe('month 2026-11-01/1000');
    const december = facts({ now: at('2026-12-05T00:00:00') });
    const others = [
      episodeOf({ limit: '1200' }),
      episodeOf({ period: { kind: 'month', startsOn: 2 } }),
      episodeOf({ period: { kind: 'rolling', days: 21 } }),
      judge(aBudgetRule(), december)?.episode,
    ];
    expect(new Set([...others, episodeOf()]).size).toBe(5);
  });

  it('of a day is never that of the month that begins with it', () => {
    const first = facts({ now: at('2026-11-01T10:00:00') });
    const [day, month] = ['day', 'month'].map((kind) =>
      judge(aBudgetRule({ period: kind === 'day' ? { kind } : { kind: 'month', startsOn: 1 } }), first),
    );
    expect(day?.episode).not.toBe(month?.episode);
  });

  it('of a rolling period goes on from day to day', () => {
    const rule = aBudgetRule({ period: { kind: 'rolling', days: 7 } });
    const [today, tomorrow] = [noon, later(noon, hours(24))].map((now) => judge(rule, facts({ now })));
    expect(today?.episode).toBe(tomorrow?.episode);
  });
});

describe('a threshold with only-while-ahead', () => {
  const rule = aBudgetRule({ aheadOnly: true });

  // On the 21st at noon 20.5 of 30 days have passed: 68.3 %.
  it.each([
    ['500', 'clear'],
    ['683.3', 'clear'],
    ['683.4', 'breached'],
    ['1000', 'breached'],
  ])('%s of 1,000 on the 21st is %s', (spent, kind) => {
    expect(judge(rule, facts({ reported: spent }))?.kind).toBe(kind);
  });

  it('a report is compared with the time that it covers', () => {
    const given = facts({ reported: '682.5' });
    expect(judge(rule, given)?.kind).toBe('clear');
    expect(judge({ ...rule, basis: 'reported' }, given)?.kind).toBe('breached');
  });
});

describe('the forecast of a budget', () => {
  const rule = aBudgetRule({ forecast: 100 });
  const both = (given: Parameters<typeof facts>[0]) => judgeBudget(rule, facts(given));

  // Nine and a half days are left: 228 hours.
  it.each([
    ['1.00', 'clear'],
    ['2.62', 'clear'],
    ['2.64', 'breached'],
  ])('at %s USD an hour after 400 of 1,000 is %s', (rate, kind) => {
    const [spent, forecast] = both({ reported: '400', burnRate: hourlyPrice(rate) });
    expect([spent?.kind, forecast?.kind]).toEqual(['clear', kind]);
  });

  it('states its expected amount, its interval and what is spent now', () => {
    const given = facts({
      reported: '390',
      since: '10',
      burnRate: hourlyPrice('3'),
      committedRate: hourlyPrice('1'),
    });
    const [, forecast] = judgeBudget(rule, given);
    expect(forecast).toMatchObject({
      severity: 'warning',
      level: 100,
      figures: { basis: 'forecast', asOf: noon },
    });
    expect(forecast?.because).toBe(
      'forecast 1,084.00 USD of 1,000.00 USD (108.4 %), 80 % interval 628.00 USD to 1,426.00 USD; 400.00 USD now (to date: 390.00 USD reported and 10.00 USD since)',
    );
  });

  it('has an episode of its own, and an unknown verdict too while the spend is unknown', () => {
    const episodes = both({ reported: '400' }).map(({ episode }) => episode);
    const unknown = judgeBudget({ ...rule, basis: 'reported' }, facts());
    expect(unknown.map(({ kind, episode }) => [kind, episode])).toEqual(
      episodes.map((of) => ['unknown', of]),
    );
    expect(new Set(episodes).size).toBe(2);
  });

  it('is clear beside a threshold as high that is already reached', () => {
    const [spent, forecast] = both({ reported: '1000', burnRate: hourlyPrice('3') });
    expect([spent?.kind, forecast?.kind]).toEqual(['breached', 'clear']);
    expect(forecast?.because).toMatch(/^already spent; /);
  });

  it('is an info below four fifths of the limit, and is never critical', () => {
    const severityAt = (percent: number) =>
      judgeBudget(
        { ...rule, thresholds: [], forecast: money(`${percent * 10}`) },
        facts({ reported: '2000' }),
      )[1];
    expect(severityAt(50)).toMatchObject({ severity: 'info', level: 50 });
    expect(severityAt(150)).toMatchObject({ severity: 'warning', level: 150 });
  });
});
