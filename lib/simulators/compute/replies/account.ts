import type * as z from 'zod';
import { type Money, noMoney } from '../../../model/money/money.ts';
import { findPeriod } from '../../../model/time/period.ts';
import { type Instant, isoInstant } from '../../../model/time/time.ts';

import type { BillingAccount, Project as WireProject } from '../wire/billing-account.ts';
import type {
  BillingAccountPaymentMethods,
  Charge,
  CreditBalanceTransaction,
  Invoice as InvoiceRecord,
  Transaction,
} from '../wire/payments.ts';
import { existsAt } from '../world/life.ts';
import { accountMonth, burnRate, creditBalance } from '../world/money/billing.ts';
import { standingOf } from '../world/money/standing.ts';
import {
  type CardCharge,
  type Entry,
  type Invoice,
  type PaymentEntry,
  paymentsOf,
} from '../world/money/statement.ts';
import type { Account, Project, WorldState } from '../world/world-state.ts';
import { amountText, wireAmount, wirePrice } from './values.ts';

export function accountReply(state: WorldState, account: Account): z.input<typeof BillingAccount> {
  const { id, paymentTerms, recharge, hourlySpendLimit, monthlySpendLimit } = account;
  const month = accountMonth(state, id);
  const balance = creditBalance(state, id);
  const lastRecharge = paymentsOf(state, id).findLast(({ isRecharge }) => isRecharge);
  const isPrepaid = paymentTerms === 'PREPAID';
  return {
    id,
    displayName: account.displayName,
    state: standingOf(account, balance),
    paymentTerms: `PAYMENT_TERMS_${paymentTerms}`,
    ...(account.billing.address && { billingAddress: account.billing.address }),
    ...(account.billing.taxId && { taxId: account.billing.taxId }),
    creditBalance: wireAmount(balance),
    ...(recharge && {
      creditBalanceRecharge: {
        low: wireAmount(recharge.low),
        high: wireAmount(recharge.high),
        autoRecharge: recharge.auto,
        ...(lastRecharge && { transaction: transactionReply(lastRecharge) }),
      },
    }),
    ...(hourlySpendLimit && { hourlySpendLimit: wirePrice(hourlySpendLimit) }),
    hourlySpendRate: wirePrice(burnRate(state, { account: id })),
    monthlySpend: amountText(month),
    ...(monthlySpendLimit && { monthlySpendLimit: wireAmount(monthlySpendLimit) }),
    nextInvoiceTotal: wireAmount(isPrepaid ? noMoney : month),
    invoiceTime: isoInstant(findPeriod('month', state.at, 'UTC').until),
    createBy: account.createdBy,
    createTime: isoInstant(account.createdAt),
    paymentProviderRef: customerOf(account),
  };
}

/** Returns the id of the payment provider's customer. */
export const customerOf = ({ id }: Account): string => `customer-${id}`;

export const projectReply = (state: WorldState, project: Project): z.input<typeof WireProject> => ({
  id: project.id,
  billingAccountId: project.account,
  createBy: project.createdBy,
  resourceCount: project.holdings.filter((holding) => existsAt(holding.life, state.at)).length,
});

/**
 * Returns the payment methods. Neither document shows the fields of a card or a payment, so they have the usual names
 * of payment providers.
 */
export const paymentMethodsReply = ({ cards }: Account): z.input<typeof BillingAccountPaymentMethods> => ({
  paymentMethods: cards.map(({ id, last4 }, index) => ({
    id,
    type: 'card',
    isDefault: index === 0,
    card: { brand: 'visa', last4, expMonth: '12', expYear: '2034' },
  })),
});

export const paymentReply = (id: string, clientSecret: string, amount: Money) => ({
  id,
  amount: wireAmount(amount),
  currency: 'usd',
  status: 'succeeded',
  clientSecret,
});

export const entryReply = (entry: Entry): z.input<typeof CreditBalanceTransaction> => ({
  id: entry.id,
  amount: wireAmount(entry.amount),
  description: entry.description,
  createTime: isoInstant(entry.at),
});

export const chargeReply = ({ at, amount, isDeclined }: CardCharge): z.input<typeof Charge> => ({
  amount: wireAmount(amount),
  createTime: isoInstant(at),
  paid: !isDeclined,
  refunded: false,
  status: isDeclined ? 'failed' : 'succeeded',
  ...(isDeclined && { failureCode: 'card_declined' }),
});

export const transactionReply = (payment: PaymentEntry): z.input<typeof Transaction> => ({
  ...entryReply(payment),
  status: payment.isDeclined ? 'requires_payment_method' : 'succeeded',
  succeeded: !payment.isDeclined,
  latestCharge: chargeReply(payment),
  lastPaymentError: payment.isDeclined
    ? { code: 'card_declined', declineCode: 'insufficient_funds' }
    : { code: '', declineCode: '' },
});

/** Returns an invoice with amounts in whole cents and times in epoch seconds, as the payment provider has them. */
export function invoiceReply(invoice: Invoice): z.input<typeof InvoiceRecord> {
  const { account, number, from, until, amount, due, paidAt } = invoice;
  const cents = amount.times(100).round().toFixed();
  const id = `invoice-${account}-${number}`;
  return {
    id,
    number: `${account}-${String(number).padStart(4, '0')}`,
    status: paidAt === null ? 'open' : 'paid',
    currency: 'usd',
    description: `Usage of ${isoInstant(from).slice(0, 7)}`,
    billingReason: 'manual',
    hostedInvoiceUrl: `https://invoices.example.com/${encodeURIComponent(id)}`,
    autoAdvance: true,
    amountDue: cents,
    amountPaid: paidAt === null ? '0' : cents,
    amountRemaining: paidAt === null ? cents : '0',
    subtotal: cents,
    subtotalExcludingTax: cents,
    tax: '0',
    total: cents,
    totalExcludingTax: cents,
    created: epochSeconds(until),
    dueDate: epochSeconds(due),
    ...(paidAt !== null && { paidDate: epochSeconds(paidAt) }),
    periodStart: epochSeconds(from),
    periodEnd: epochSeconds(until),
  };
}

const epochSeconds = (at: Instant): string => String(Math.floor(at / 1_000));
