import * as z from 'zod';
import { Decimal, int64, maybe, openRecord, record, text, time } from './values.ts';

const notShown = 'Named by the specification without its fields.';
export const PaymentMethodCard = openRecord('PaymentMethodCard', notShown);
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
export const Wallet = openRecord('Wallet', `A payment method of the kind wallet. ${notShown}`);

export const BillingAccountPaymentMethod = record('BillingAccountPaymentMethod', {
  id: maybe(text),
  type: maybe(text),
  isDefault: maybe(z.boolean()),
  card: maybe(PaymentMethodCard),
  wallet: maybe(Wallet, { description: 'On the wire the name carries a brand.' }),
});

export const BillingAccountPaymentMethods = record('BillingAccountPaymentMethods', {
  paymentMethods: maybe(z.array(BillingAccountPaymentMethod)),
});

export const BillingAccountSetupIntent = record('BillingAccountSetupIntent', {
  id: text,
  clientSecret: text,
});

export const CheckoutSession = record('CheckoutSession', { clientSecret: text });

export const CreateBillingAccountCreditPaymentResponse = record('CreateBillingAccountCreditPaymentResponse', {
  paymentIntent: PaymentIntent,
});

export const CreditBalanceTransaction = record('CreditBalanceTransaction', {
  id: text,
  amount: Decimal,
  description: text,
  createTime: time,
});
