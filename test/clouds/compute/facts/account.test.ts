import { describe, expect, it } from 'vitest';
import { type AccountPoll, observeAccount } from '../../../../lib/clouds/compute/facts/account.ts';
import { WireBillingAccount } from '../../../../lib/clouds/compute/wire/billing-account.ts';
import { WireSpendRow } from '../../../../lib/clouds/compute/wire/spend.ts';
import type { PollResult } from '../../../../lib/model/facts/observation.ts';
import { money } from '../../../../lib/model/money/money.ts';
import { hours, later } from '../../../../lib/model/time/time.ts';
import { at } from '../../../support/at.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { answered, unanswered } from '../../../support/builders/wire-builders.ts';

const from = at('2026-11-01T00:00:00');
const anAccount = (fields: object = {}) =>
  WireBillingAccount.parse({ id: 'main', state: 'STATE_ACTIVE', ...fields });
const aRow = (amount: unknown) =>
  WireSpendRow.parse({
    projectId: 'lab',
    description: 'vm',
    quantity: 1,
    unit: 'UNIT_HOUR',
    unitAmount: '1',
    amount,
  });

const unasked = { spend: null, invoices: null, payments: null };
const poll = (overrides: Partial<AccountPoll> = {}): PollResult =>
  observeAccount({ at: noon, account: answered(anAccount()), ...unasked, ...overrides });

describe('a billing account', () => {
  it('is read with exact figures, in each form of a number', () => {
    const account = anAccount({
      creditBalance: { value: '120.005' },
      hourlySpendRate: '4.2',
      hourlySpendLimit: 10,
      monthlySpend: '812.40',
      monthlySpendLimit: { value: '1e4' },
    });
    const seen = poll({ account: answered(account) });
    if (seen.kind !== 'account') throw new Error('not seen');
    const { creditBalance, burnRate, burnLimit, monthlySpend, monthlySpendLimit } = seen;
    const figures = [creditBalance, burnRate, burnLimit, monthlySpend, monthlySpendLimit];
    expect(figures.map((figure) => figure?.toFixed())).toEqual(['120.005', '4.2', '10', '812.4', '10000']);
  });

  it.each([
    ['STATE_ACTIVE', 'active', 'active'],
    ['STATE_UNSPECIFIED', 'unspecified', 'unspecified'],
    ['', 'unspecified', 'unspecified'],
    ['STATE_SUSPENDED_PAYMENT', 'unpaid', 'suspended payment'],
    ['STATE_SUSPENDED_ABUSE', 'abused', 'suspended abuse'],
    ['STATE_DELETED', 'deleted', 'deleted'],
    ['STATE_OF_SIEGE', 'unknown', 'of siege'],
  ])('in state "%s" is %s, and people read "%s"', (named, standing, state) => {
    expect(poll({ account: answered(anAccount({ state: named })) })).toMatchObject({ standing, state });
  });

  it.each([
    [null, 'unknown'],
    ['PAYMENT_TERMS_UNSPECIFIED', 'unknown'],
    ['PAYMENT_TERMS_PREPAID', 'prepaid'],
    ['prepaid', 'prepaid'],
    ['PAYMENT_TERMS_INVOICE', 'invoiced'],
    ['PAYMENT_TERMS_INVOICE_30', 'invoiced'],
  ])('on the terms %s pays %s', (named, paymentTerms) => {
    expect(poll({ account: answered(anAccount({ paymentTerms: named })) })).toMatchObject({ paymentTerms });
  });

  it('is read with its next invoice, as far as the platform reports it', () => {
    const next = { nextInvoiceTotal: '1234.5', invoiceTime: '2026-12-01T00:00:00Z', billingThreshold: '0' };
    const nextInvoice = { total: money('1234.5'), at: at('2026-12-01T00:00:00'), threshold: null };
    expect(poll({ account: answered(anAccount(next)) })).toMatchObject({ nextInvoice });
    const early = anAccount({ ...next, billingThreshold: { value: '2000' }, nextInvoiceTotal: {} });
    expect(poll({ account: answered(early) })).toMatchObject({
      nextInvoice: { ...nextInvoice, total: null, threshold: money('2000') },
    });
    expect(poll()).not.toHaveProperty('nextInvoice');
  });

  it('has a figure as unknown where the platform leaves it out, and as zero where it says zero', () => {
    const account = anAccount({ creditBalance: { value: '0' }, state: null });
    const seen = poll({ account: answered(account) });
    expect(seen).toMatchObject({
      standing: 'unspecified',
      state: 'unspecified',
      burnRate: null,
      monthlySpend: null,
      spend: null,
    });
    expect(seen.kind === 'account' && seen.creditBalance?.isZero()).toBe(true);
  });

  it('counts as not polled when its own record could not be read, whatever else came', () => {
    const rows = answered([aRow('1')]);
    expect(
      poll({ account: unanswered('getBillingAccount: 403'), spend: { rows, from, until: noon } }),
    ).toEqual({
      kind: 'failed-poll',
      at: noon,
      because: 'getBillingAccount: 403',
      isGone: false,
    });
  });
});

describe('credit below its recharge threshold', () => {
  const recharge = { low: '50', high: '200', autoRecharge: true };
  const seen = (creditBalance: string, at = noon, previous: PollResult | null = null) =>
    observeAccount(
      { at, account: answered(anAccount({ creditBalance, creditBalanceRecharge: recharge })), ...unasked },
      previous?.kind === 'account' ? previous : null,
    );

  it('is remembered with the time it was first seen', () => {
    const [first, second] = [seen('49.99'), seen('49.99', later(noon, hours(1)), seen('49.99'))];
    expect(first).toMatchObject({ lowSince: noon });
    expect(second).toMatchObject({ lowSince: noon });
  });

  it('has a new time after a recharge', () => {
    const paid = seen('50', later(noon, hours(1)), seen('49.99'));
    expect(paid).toMatchObject({ lowSince: null });
    expect(seen('40', later(noon, hours(2)), paid)).toMatchObject({ lowSince: later(noon, hours(2)) });
  });

  it('is not remembered where no recharge is agreed', () => {
    expect(poll({ account: answered(anAccount({ creditBalance: '1' })) })).toMatchObject({ lowSince: null });
  });
});

describe('the spend of an account', () => {
  it('is the exact sum of its rows', () => {
    const rows = answered([aRow('0.1'), aRow({ value: '0.2' }), aRow(0.05)]);
    const seen = poll({ spend: { rows, from, until: noon } });
    expect(seen.kind === 'account' && seen.spend?.amount.toFixed()).toBe('0.35');
    expect(seen).toMatchObject({ seen: ['account', 'spend'], spend: { from, until: noon } });
  });

  it('counts use, and lists credits and refunds separately (invariant 27)', () => {
    const rows = answered([aRow('121'), aRow('-80'), aRow({ value: '-10' })]);
    const seen = poll({ spend: { rows, from, until: noon } });
    expect(seen).toMatchObject({ seen: ['account', 'spend'] });
    expect(seen.kind === 'account' && [seen.spend?.amount.toFixed(), seen.spend?.credits?.toFixed()]).toEqual(
      ['121', '90'],
    );
    expect(seen).not.toMatchObject({ spend: { leftOut: expect.anything() } });
  });

  it('is zero without rows', () => {
    const seen = poll({ spend: { rows: answered([]), from, until: noon } });
    expect(seen.kind === 'account' && seen.spend?.amount.toFixed()).toBe('0');
  });

  it.each([
    ['a row was lost', answered([aRow('5')], 'spend[1]: expected object'), ['account']],
    ['a row shows no amount', answered([aRow('5'), aRow({})]), ['account', 'spend']],
  ])('reports what it leaves out when %s (invariant 17)', (_, rows, parts) => {
    const seen = poll({ spend: { rows, from, until: noon } });
    expect(seen).toMatchObject({ kind: 'account', spend: { leftOut: 1 }, seen: parts });
    expect(seen.kind === 'account' && seen.spend?.amount.toFixed()).toBe('5');
  });

  it.each([
    ['no row shows an amount', answered([aRow({}), aRow('')]), ['account', 'spend'], []],
    [
      'the rows did not come',
      unanswered('listAccountSpend: 500'),
      ['account'],
      [{ part: 'spend', because: 'listAccountSpend: 500' }],
    ],
  ])('is unknown when %s, and never zero (invariants 9 and 17)', (_, rows, parts, missing) => {
    const seen = poll({ spend: { rows, from, until: noon } });
    expect(seen).toMatchObject({
      kind: 'account',
      spend: null,
      seen: parts,
      missing,
    });
  });
});
