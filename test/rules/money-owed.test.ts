import { expect, it } from 'vitest';
import type { AccountObservation } from '../../lib/model/facts/observation.ts';
import { money } from '../../lib/model/money/money.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import { judgeAccountState } from '../../lib/rules/account-state/judge.ts';
import { owedInWords } from '../../lib/rules/money-owed.ts';
import { anAccountStateRule, main } from '../support/builders/account-rule-builders.ts';
import { anAccountObservation, noon } from '../support/builders/observation-builders.ts';

const judge = (overrides: Partial<AccountObservation>, episode: string) =>
  judgeAccountState(anAccountStateRule(), {
    target: main,
    observation: anAccountObservation(overrides),
    zone: 'Europe/London',
  }).find((verdict) => verdict.episode === episode);

const overdue = { count: 2, amount: money('48.1'), since: noon };
const failed = { at: later(noon, hours(1)), amount: money('90'), isRecharge: true, failedSince: noon };
const recharge = { low: money('20'), high: money('100'), auto: true };

it.each([
  ['nothing is known', null, { kind: 'unknown' }],
  ['nothing is overdue', { count: 0, amount: money('0'), since: null }, { kind: 'clear' }],
  [
    'two are overdue',
    overdue,
    {
      kind: 'breached',
      severity: 'critical',
      level: 2,
      because: '2 invoices are overdue since 2026-11-21 12:00 (Europe/London): 48.10 USD',
      figures: { owed: { of: 'invoice', amount: money('48.1'), since: noon } },
    },
  ],
  ['the sum is unknown', { ...overdue, amount: null }, { because: expect.stringMatching(/London\)$/) }],
])('invoices where %s', (_, invoices, expected) => {
  expect(judge({ overdue: invoices }, 'invoice')).toMatchObject(expected);
});

it.each<[string, Partial<AccountObservation>, object]>([
  ['nothing is known', { payment: null }, { kind: 'unknown' }],
  ['it succeeded', { payment: { ...failed, failedSince: null } }, { kind: 'clear' }],
  [
    'it failed',
    { payment: failed },
    {
      kind: 'breached',
      severity: 'critical',
      because: 'automatic recharge failed at 2026-11-21 12:00 (Europe/London): 90.00 USD',
      figures: { owed: { of: 'payment', amount: money('90'), since: noon } },
    },
  ],
  [
    'it failed for a reason',
    { payment: { ...failed, failedBecause: 'card declined' } },
    { because: expect.stringContaining('12:00 (Europe/London), reported as "card declined": 90.00 USD') },
  ],
  ['credit is short', { payment: failed, recharge, creditBalance: money('19.99') }, { kind: 'breached' }],
  [
    'credit rose by other means',
    { payment: failed, recharge, creditBalance: money('20') },
    { kind: 'clear' },
  ],
  ['credit is unknown', { payment: failed, recharge }, { kind: 'breached' }],
  [
    'automatic recharge is off',
    { payment: failed, recharge: { ...recharge, auto: false } },
    { kind: 'clear' },
  ],
  ['the account pays by invoice', { payment: failed, paymentTerms: 'invoiced' }, { kind: 'clear' }],
])('a payment where %s', (_, account, expected) => {
  expect(judge(account, 'payment')).toMatchObject(expected);
});

it('all that is owed is listed with the state, and nothing where nothing is owed', () => {
  expect(owedInWords(anAccountObservation({ overdue, payment: failed }), 'UTC')).toEqual([
    '2 invoices are overdue since 2026-11-21 12:00 (UTC): 48.10 USD',
    'automatic recharge failed at 2026-11-21 12:00 (UTC): 90.00 USD',
  ]);
  expect(owedInWords(anAccountObservation(), 'UTC')).toEqual([]);
});
