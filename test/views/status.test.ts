import { describe, expect, it } from 'vitest';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { coverageInWords } from '../../lib/model/money/coverage.ts';
import { charge, hourlyPrice, money, noMoney } from '../../lib/model/money/money.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { earlier, hours, later } from '../../lib/model/time/time.ts';
import { buildStatus } from '../../lib/views/status.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  noon,
} from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const dollars = (amount: string) => charge(hourlyPrice(amount), hours(1));
const meters = (spent: string) => ({
  hour: aMeter('hour', noon),
  day: aMeter('day', noon),
  month: aMeter('month', noon, { charge: dollars(spent) }),
});
const month = findPeriod('month', noon, 'UTC').from;
const report = (amount: string, until = earlier(noon, hours(1))) => ({
  spend: { amount: money(amount), from: month, until },
  accruedSince: dollars('0.25'),
});
const project = (name: string, more: Parameters<typeof aHead>[0] = {}) =>
  aHead({
    target: projectTarget(null, ProjectId.parse(name)),
    observation: anObservation({ resources: [aVm({ price: '0.5' })] }),
    meters: meters('10'),
    polledAt: noon,
    ...more,
  });
const account = (more: Parameters<typeof anAccountObservation>[0]) =>
  aHead({
    target: accountTarget(null, BillingAccountId.parse('main')),
    observation: anAccountObservation(more),
    meters: meters('99'),
    polledAt: noon,
  });

describe('the status', () => {
  it('has what an account pays beyond the prices of its resources, unless a project is not polled now', () => {
    const observation = anObservation({
      account: BillingAccountId.parse('main'),
      resources: [aVm({ price: '0.5' })],
    });
    const lab = project('lab', { observation });
    const main = account({ burnRate: hourlyPrice('0.54') });
    const rates = (...heads: Parameters<typeof buildStatus>[0]) => {
      const { whole, targets } = buildStatus(heads, aViewInput());
      const own = targets.find(({ target }) => target.kind === 'account');
      return [whole.fullRate?.toFixed(), own?.unpricedRate?.toFixed()];
    };
    expect(rates(lab, main)).toEqual(['0.54', '0.04']);
    expect(rates(project('lab', { observation, failedPolls: 1 }), main)).toEqual([undefined, undefined]);
    expect(rates(lab, account({ burnRate: hourlyPrice('0.501') }))).toEqual([undefined, undefined]);
  });

  it('names the state of an account that is not active, where its cloud reports such states', () => {
    const faults = (more: Parameters<typeof account>[0]) =>
      buildStatus([account(more)], aViewInput()).targets.flatMap((target) => target.faults);
    expect(faults({ standing: 'unpaid', state: 'suspended' })).toEqual(['its state is suspended']);
    expect(faults({ cloud: 'runpod', standing: 'unspecified', state: 'not reported' })).toEqual([]);
  });

  it('adds up projects, without the account that pays for them', () => {
    const heads = [
      project('a', { report: report('30') }),
      project('b'),
      account({ burnRate: hourlyPrice('7') }),
    ];
    const { whole } = buildStatus(heads, aViewInput());
    expect({
      toDate: whole.month.toDate?.toFixed(),
      reported: whole.month.reported?.amount.toFixed(),
      accrued: whole.month.accrued?.amount.toFixed(),
      burnRate: whole.burnRate.toFixed(),
      projects: whole.projects,
      reporting: whole.reporting,
    }).toEqual({
      toDate: '40.25',
      reported: '30',
      accrued: '20',
      burnRate: '1',
      projects: 2,
      reporting: 1,
    });
  });

  it('leaves out the figures of another month', () => {
    const { targets } = buildStatus(
      [project('a', { report: report('30') })],
      aViewInput([], { now: later(noon, hours(24 * 12)) }),
    );
    expect(targets[0]?.month).toEqual({
      reported: null,
      toDate: null,
      estimated: noMoney,
      accrued: null,
      coverage: null,
    });
  });

  it.each([
    {
      what: 'lasts for 24 h',
      more: { creditBalance: money('48'), burnRate: hourlyPrice('2') },
      left: hours(24),
    },
    {
      what: 'is used up',
      more: { creditBalance: money('-1'), burnRate: hourlyPrice('2'), paymentTerms: 'prepaid' as const },
      left: 0,
    },
    {
      what: 'is not needed by an account that pays by invoice',
      more: { paymentTerms: 'invoiced' as const, creditBalance: money('0') },
      left: undefined,
    },
    { what: 'is unknown', more: { creditBalance: null }, left: undefined, isKnown: false },
  ])(
    'has the runway of an account without any rule on it: its credit $what',
    ({ more, left, isKnown = true }) => {
      const [{ runway } = expect.fail()] = buildStatus([account(more)], aViewInput()).targets;
      expect([runway?.figures?.left, runway?.isKnown]).toEqual([left, isKnown]);
    },
  );

  it.each([
    ['accrued from its second day on', {}, 'known for 28,800 of 30,240 minutes only'],
    ['reported', { report: report('30') }, "measured for 20 d; the rest from the platform's billing"],
  ])('states how much of the month its spend covers: %s', (_, more, words) => {
    const since = later(month, hours(24));
    const known = { ...meters('10'), month: aMeter('month', noon, { since }) };
    const at = later(month, hours(24 * 21));
    const observation = anObservation({ at });
    const { whole } = buildStatus([project('a', { ...more, meters: known, observation })], aViewInput());
    expect(whole.month.coverage && coverageInWords(whole.month.coverage)).toBe(words);
  });

  it('has no runway of an account that was never polled', () => {
    const never = aHead({ target: accountTarget(null, BillingAccountId.parse('main')), observation: null });
    const because = 'the account has not been polled yet';
    expect(buildStatus([never], aViewInput()).targets[0]?.runway).toEqual({
      ...{ figures: null, isKnown: false, isSpent: false, nextInvoice: null, because },
    });
  });

  it('has the worst budget first, and those with unknown spend last', () => {
    const rules = [
      aBudgetRule({ limit: '1000' }),
      aBudgetRule({ name: 'small', limit: '20' }),
      aBudgetRule({ name: 'reported', basis: 'reported' }),
    ];
    const { budgets } = buildStatus([project('a')], aViewInput(rules));
    expect(budgets.map(({ rule, percent, verdict }) => [rule, percent, verdict])).toEqual([
      ['small', 50, 'breached'],
      ['monthly budget', 1, 'clear'],
      ['reported', null, 'unknown'],
    ]);
  });

  it('lists what is not seen, and separately what the platform does not offer', () => {
    const unsupported = [
      { part: 'clusters', instead: null, because: 'not found', until: later(noon, hours(1)) } as const,
    ];
    const heads = [
      project('a', { unsupported }),
      project('b', { failedPolls: 3, failedBecause: 'refused' }),
      project('c', {
        observation: anObservation({ missing: [{ part: 'disks', because: 'timed out' }] }),
        failingSince: { disks: earlier(noon, hours(1)) },
      }),
      project('gone', { failedPolls: 9, failureScope: 'unlisted' }),
    ];
    const spots = buildStatus(heads, aViewInput()).blindSpots;
    expect(spots.map(({ target, part, fault }) => [target, part, fault])).toEqual([
      ['project/b', null, 'sight'],
      ['project/c', 'disks', 'sight'],
      ['project/a', 'clusters', 'platform'],
    ]);
    expect(spots[1]?.since).toBe(earlier(noon, hours(1)));
  });

  it('has the most severe firing alert first, then those resolving, pending and resolved', () => {
    const alerts = [
      anAlert({ rule: 'over', phase: 'resolved' }),
      anAlert({ rule: 'pending', phase: 'pending' }),
      anAlert({ rule: 'resolving', clearSince: noon }),
      anAlert({ rule: 'warning' }),
      anAlert({ rule: 'critical', severity: 'critical' }),
    ];
    const silence = {
      kind: 'silence',
      id: 's',
      author: 'ann',
      reason: 'known',
      at: noon,
      until: later(noon, hours(1)),
      alerts: { rule: 'warn*' },
    } as const;
    const told = buildStatus([project('lab', { alerts })], aViewInput([], { overrides: [silence] })).alerts;
    expect(told.map(({ alert }) => alert.rule)).toEqual([
      'critical',
      'warning',
      'resolving',
      'pending',
      'over',
    ]);
    expect(told.map(({ silencedBecause }) => silencedBecause !== null)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });
});
