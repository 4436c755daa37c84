import { describe, expect, it } from 'vitest';
import {
  listAccountTransactions,
  listInvoices,
} from '../../../../lib/clouds/compute/contract/billing-accounts.ts';
import { findLastPayment, sumOverdueInvoices } from '../../../../lib/clouds/compute/facts/account.ts';
import type { WireInvoice, WireTransaction } from '../../../../lib/clouds/compute/wire/billing-account.ts';
import { readRecord } from '../../../../lib/clouds/http/read-record.ts';
import { money } from '../../../../lib/model/money/money.ts';
import type { LastPayment, OverdueInvoices } from '../../../../lib/model/money/spend.ts';
import { earlier, hours, isoInstant } from '../../../../lib/model/time/time.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { answered, unanswered } from '../../../support/builders/wire-builders.ts';

const ago = (count: number) => earlier(noon, hours(count));
const inSeconds = (count: number) => String(ago(count) / 1_000);

const anInvoice = (fields: object = {}): WireInvoice => {
  const sent = { id: 'one', status: 'open', currency: 'usd', amountRemaining: '4810', dueDate: inSeconds(5) };
  const read = readRecord(listInvoices.item, { ...sent, ...fields });
  if (read.kind !== 'read') throw new Error('not read');
  return read.record;
};
const none: OverdueInvoices = { count: 0, amount: money('0'), since: null };
const one: OverdueInvoices = { count: 1, amount: money('48.1'), since: ago(5) };

describe('overdue invoices', () => {
  it.each([
    ['past its due date', [{}], one],
    [
      'of two',
      [{}, { dueDate: inSeconds(9), amountRemaining: 1 }],
      { count: 2, amount: money('48.11'), since: ago(9) },
    ],
    ['not due yet', [{ dueDate: inSeconds(-1) }], none],
    ['paid', [{ status: 'paid' }], none],
    ['of which nothing remains', [{ amountRemaining: '0' }], none],
    ['without a due date', [{ dueDate: '0' }], null],
    ['without a due date beside one past it', [{ dueDate: null }, {}], one],
    ['with an unreadable due date', [{ dueDate: 'soon' }], null],
    ['with an unreadable state', [{ status: 7, dueDate: inSeconds(-1) }], null],
    ['with an unreadable amount', [{ amountRemaining: '48.10' }], { ...one, amount: null }],
    ['of an absurd amount', [{ amountRemaining: 1e300 }], { ...one, amount: null }],
    ['in another currency', [{ currency: 'eur' }], { ...one, amount: null }],
    ['of none', [], none],
  ])('%s', (_, invoices, expected) => {
    const found = sumOverdueInvoices(answered(invoices.map(anInvoice)), noon, null);
    expect(found).toEqual(expected);
  });

  it.each([
    ['not asked for', null, one],
    ['that do not come', unanswered('500'), one],
    ['of which one was lost', answered([], 'invoices[0]: expected object'), one],
    ['that are reported to be none', answered([]), none],
    ['that the platform does not support', { kind: 'absent', because: '404' } as const, null],
  ])('%s end an earlier overdue amount only where they are complete', (_, answer, expected) => {
    expect(sumOverdueInvoices(answer, noon, one)).toEqual(expected);
  });
});

const aPayment = (count: number, fields: object = {}): WireTransaction => {
  const sent = {
    id: 'p',
    createTime: isoInstant(ago(count)),
    description: 'Automatic recharge',
    amount: '90',
  };
  const read = readRecord(listAccountTransactions.item, { ...sent, succeeded: true, ...fields });
  if (read.kind !== 'read') throw new Error('not read');
  return read.record;
};
const declined = { status: 'requires_payment_method', succeeded: false };
const reason = (code: string, declineCode: string) => ({ lastPaymentError: { code, declineCode } });
const failedAt = (at: number, since = at): LastPayment => ({
  at: ago(at),
  amount: money('90'),
  isRecharge: true,
  failedSince: ago(since),
});
const paidAt = (at: number): LastPayment => ({ ...failedAt(at), failedSince: null });

describe('the last payment', () => {
  it.each([
    ['succeeded', [aPayment(3), aPayment(9, declined)], paidAt(3)],
    ['failed', [aPayment(3, declined), aPayment(9)], failedAt(3)],
    ['failed again and again', [aPayment(1, declined), aPayment(2, declined), aPayment(9)], failedAt(1, 2)],
    ['is the newest of the list, and not its first', [aPayment(9, declined), aPayment(3)], paidAt(3)],
    ['failed without a field for success', [aPayment(3, { status: 'failed', succeeded: null })], failedAt(3)],
    [
      'is under way',
      [aPayment(1, { status: 'processing', succeeded: false }), aPayment(3, declined)],
      failedAt(3),
    ],
    ['has no outcome', [aPayment(1, { succeeded: null })], null],
    ['has no time', [aPayment(1, { ...declined, createTime: 'then' })], null],
    [
      'failed for a reason, cut and cleaned',
      [aPayment(3, { ...declined, ...reason('card_declined', `no\n\u202emoney${'x'.repeat(200)}`) })],
      { ...failedAt(3), failedBecause: `card declined, no ?money${'x'.repeat(91)}` },
    ],
    [
      'failed for one reason given twice',
      [aPayment(3, { ...declined, ...reason('card_declined', 'card_declined') })],
      { ...failedAt(3), failedBecause: 'card declined' },
    ],
    [
      'failed for a reason that its charge alone has',
      [aPayment(3, { ...declined, ...reason('', ''), latestCharge: { failureCode: 'expired_card' } })],
      { ...failedAt(3), failedBecause: 'expired card' },
    ],
    ['failed for an unreadable reason', [aPayment(3, { ...declined, lastPaymentError: 7 })], failedAt(3)],
    ['succeeded after a failure', [aPayment(3, reason('card_declined', ''))], paidAt(3)],
    ['has no amount', [aPayment(3, { ...declined, amount: {} })], { ...failedAt(3), amount: null }],
    ['was no recharge', [aPayment(3, { description: 'Payment' })], { ...paidAt(3), isRecharge: false }],
    ['does not exist in an empty list', [], null],
  ])('%s', (_, payments, expected) => {
    expect(findLastPayment(null, answered(payments), null)).toEqual(expected);
  });

  it.each([
    ['the account shows a newer one', aPayment(1, declined), answered([aPayment(3)]), null, failedAt(1)],
    ['only the account shows one', aPayment(1, declined), unanswered('501'), null, failedAt(1)],
    ['the account shows an older one', aPayment(9, declined), null, paidAt(3), paidAt(3)],
    ['nothing new is shown', null, null, failedAt(3), failedAt(3)],
    ['it fails once more', aPayment(1, declined), null, failedAt(3, 5), failedAt(1, 5)],
    ['it was paid between', null, answered([aPayment(1, declined), aPayment(2)]), failedAt(3), failedAt(1)],
    ['it was paid', null, answered([aPayment(1)]), failedAt(3), paidAt(1)],
  ])('is the newest of all when %s', (_, recharge, answer, before, expected) => {
    expect(findLastPayment(recharge, answer, before)).toEqual(expected);
  });
});
