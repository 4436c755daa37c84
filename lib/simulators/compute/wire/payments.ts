import * as z from 'zod';
import { Decimal, int64, maybe, openRecord, record, text, time } from './values.ts';

const notShown = 'Named by the specification without its fields.';
export const PaymentIntent = openRecord('PaymentIntent', notShown);
export const Charge = record('Charge', {
  amount: Decimal,
  createTime: time,
  paid: z.boolean(),
  refunded: z.boolean(),
  status: text,
  failureCode: maybe(text),
});

export const Transaction = record('Transaction', {
  id: text,
  amount: Decimal,
  createTime: time,
  description: text,
  status: text,
  succeeded: z.boolean(),
  latestCharge: maybe(Charge),
  lastPaymentError: maybe(z.object({ code: text, declineCode: text })),
});

const cents = maybe(int64, { description: 'Whole cents.' });
const seconds = maybe(int64, { description: 'Epoch seconds.' });
export const Invoice = record('Invoice', {
  id: maybe(text),
  number: maybe(text),
  status: maybe(text),
  currency: maybe(text),
  description: maybe(text),
  billingReason: maybe(text),
  hostedInvoiceUrl: maybe(text),
  autoAdvance: maybe(z.boolean()),
  amountDue: cents,
  amountPaid: cents,
  amountRemaining: cents,
  subtotal: cents,
  subtotalExcludingTax: cents,
  tax: cents,
  total: cents,
  totalExcludingTax: cents,
  created: seconds,
  dueDate: seconds,
  paidDate: seconds,
  periodStart: seconds,
  periodEnd: seconds,
});

export const CreateBillingAccountCreditPaymentResponse = record('CreateBillingAccountCreditPaymentResponse', {
  paymentIntent: PaymentIntent,
});

export const CreditBalanceTransaction = record('CreditBalanceTransaction', {
  id: text,
  amount: Decimal,
  description: text,
  createTime: time,
});
