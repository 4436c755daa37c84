import type * as z from 'zod';
import type { Money } from '../../model/money/money.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import type {
  BillingAccountPaymentMethods,
  Charge,
  CreditBalanceTransaction,
  Invoice as InvoiceRecord,
  Transaction,
} from '../wire/payments.ts';
import type { Invoice } from '../world/money/invoices.ts';
import type { CardCharge, Entry, PaymentEntry } from '../world/money/statement.ts';
import type { Account } from '../world/world-state.ts';
import { wireAmount } from './decimal.ts';

/** Neither document shows the fields of a card or a payment: they are named as payment providers name them. */
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

/** Amounts in whole cents, times in epoch seconds: as the payment provider has them. */
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
