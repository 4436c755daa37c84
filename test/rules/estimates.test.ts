import { expect, it } from 'vitest';
import { indexOverspends } from '../../lib/decide/actions/overspend.ts';
import { RuleName, Subject } from '../../lib/model/ids.ts';
import { amountInWords, rateInWords } from '../../lib/model/money/estimate.ts';
import { hourlyPrice, money } from '../../lib/model/money/money.ts';
import { hours } from '../../lib/model/time/time.ts';
import { judgeRate } from '../../lib/rules/rate/judge.ts';
import { resourceColumns } from '../../lib/views/columns/resource-columns.ts';
import { buildStatus } from '../../lib/views/status.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';
import { dollars, judged, spendFacts } from './judged-budget.ts';

const listed = aVm({ price: '4.2/0.3/listed' });
const unlisted = aVm({ id: 'gone', price: '1', unlistedSince: noon });

it.each([
  ['12.00 USD', '12', undefined],
  ['12.00 USD', '12', '0'],
  ['12.00 USD (3.00 USD of it an estimate)', '12', '3'],
  ['12.00 USD (estimate)', '12', '12'],
])('23. an amount reads %s', (words, amount, estimated) => {
  expect(amountInWords(money(amount), estimated === undefined ? undefined : money(estimated))).toBe(words);
});

it('23. a rate states which part of it is an estimate, from list prices or for resources without one', () => {
  const observation = anObservation({ resources: [listed, unlisted, aVm({ id: 'own', price: '2' })] });
  const limit = { kind: 'hourly', price: hourlyPrice('5') } as const;
  const about = { name: RuleName.parse('pace'), match: {}, for: hours(0), repeat: null };
  const [verdict] = judgeRate({ kind: 'rate', limit, then: [], ...about }, { ...spendFacts(), observation });
  expect(verdict?.because).toMatch(/^7\.20 USD\/h \(5\.20 USD\/h of it an estimate\), /);
  expect(verdict?.figures).toMatchObject({ estimated: money('5.2') });
  expect(rateInWords(hourlyPrice('5.2'), hourlyPrice('5.2'))).toBe('5.20 USD/h (estimate)');
});

it('23. tables mark estimates, data has a field for them, and a notice explains the mark', () => {
  const heads = [aHead({ observation: anObservation({ resources: [listed] }) })];
  const { whole, condition, targets } = buildStatus(heads, aViewInput());
  expect([whole.burnRate, whole.estimatedRate].map((rate) => rate.toFixed())).toEqual(['4.2', '4.2']);
  expect(targets).toHaveLength(1);
  expect(condition.notices.map(({ kind }) => kind)).toContain('estimate');
  const reading = { now: noon, zone: 'UTC' };
  const row = { resource: listed };
  const { usdAnHour, isEstimate } = resourceColumns;
  expect(usdAnHour.text?.({ ...ofLab, ...row }, reading)).toBe('~4.20');
  expect(isEstimate.value({ ...ofLab, ...row })).toBe(true);
  const quoted = { ...ofLab, resource: aVm() };
  expect(usdAnHour.text?.(quoted, reading)).toBe('0.50');
  expect(isEstimate.value(quoted)).toBe(false);
});
const ofLab = { target: lab, subject: Subject.parse('project/lab/vm/box') };

const stop = {
  kind: 'stop',
  of: 'everything',
  at: money('1100'),
  after: hours(1),
  mode: 'enforce',
  approve: null,
} as const;
const rule = aBudgetRule({ limit: '1000', basis: 'to-date', then: [stop] });

/** The month of a project by reported spend, what has accrued since, and the part of that which is an estimate. */
const monthOf = (reported: string, since: string, estimated: string) => ({
  spend: spendFacts({ reported }).spend.report?.spend ?? expect.fail(),
  accruedSince: dollars(since),
  ...(estimated !== '0' && { estimatedSince: dollars(estimated) }),
});

it.each([
  { reported: '900', since: '150', estimated: '150', of: rule, acts: false, held: null },
  { reported: '900', since: '250', estimated: '100', of: rule, acts: false, held: '1100' },
  { reported: '900', since: '250', estimated: '40', of: rule, acts: false, held: null },
  { reported: '1100', since: '50', estimated: '50', of: rule, acts: true, held: null },
  {
    reported: '900',
    since: '250',
    estimated: '100',
    of: { ...rule, actOnEstimates: true },
    acts: true,
    held: null,
  },
  {
    reported: '900',
    since: '150',
    estimated: '150',
    of: { ...rule, actOnEstimates: true },
    acts: false,
    held: null,
  },
] as const)(
  '23. with $reported USD reported and $since accrued, $estimated of it an estimate, a budget that stops at 1100 acts: $acts, states that it holds back at: $held',
  ({ reported, since, estimated, of, acts, held }) => {
    const facts = spendFacts({ reported });
    const report = monthOf(reported, since, estimated);
    const verdict = judged(of, { ...facts, spend: { ...facts.spend, report } });
    const figures = verdict?.figures?.kind === 'budget' ? verdict.figures : expect.fail('no figures');
    expect(figures.heldBack?.toFixed() ?? null).toBe(held);
    expect(figures.estimated?.toFixed()).toBe(estimated);
    expect(verdict?.because.includes('no VM is stopped at')).toBe(held !== null);
    if (held !== null) expect(verdict).toMatchObject({ kind: 'breached', level: 110, severity: 'warning' });
    const meters = { hour: aMeter('hour', noon), day: aMeter('day', noon), month: aMeter('month', noon) };
    const head = aHead({ observation: anObservation(), meters, report });
    const overspends = indexOverspends([head], aPolicy({ rules: [of] }), noon).get(lab) ?? [];
    expect(overspends.length > 0).toBe(acts);
  },
);
