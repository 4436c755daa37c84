import * as z from 'zod';
import { Decimal, int64, maybe, openRecord, text, time } from './values.ts';

const notShown = 'Named by the specification without its fields.';
export const PaymentMethodCard = openRecord('PaymentMethodCard', notShown);
export const PaymentIntent = openRecord('PaymentIntent', notShown);
export const Charge = z
  .object({
    amount: Decimal,
    createTime: time,
    paid: z.boolean(),
    refunded: z.boolean(),
    status: text,
    failureCode: maybe(text),
  })
  .meta({ id: 'Charge' });

export const Transaction = z
  .object({
    id: text,
    amount: Decimal,
    createTime: time,
    description: text,
    status: text,
    succeeded: z.boolean(),
    latestCharge: maybe(Charge),
    lastPaymentError: maybe(z.object({ code: text, declineCode: text })),
  })
  .meta({ id: 'Transaction' });

const cents = maybe(int64, { description: 'Whole cents.' });
const seconds = maybe(int64, { description: 'Epoch seconds.' });
export const Invoice = z
  .object({
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
  })
  .meta({ id: 'Invoice' });
export const Wallet = openRecord('Wallet', `A payment method of the kind wallet. ${notShown}`);

export const BillingAccountPaymentMethod = z
  .object({
    id: maybe(text),
    type: maybe(text),
    isDefault: maybe(z.boolean()),
    card: maybe(PaymentMethodCard),
    wallet: maybe(Wallet, { description: 'On the wire the name carries a brand.' }),
  })
  .meta({ id: 'BillingAccountPaymentMethod' });

export const BillingAccountPaymentMethods = z
  .object({ paymentMethods: maybe(z.array(BillingAccountPaymentMethod)) })
  .meta({ id: 'BillingAccountPaymentMethods' });

export const BillingAccountSetupIntent = z
  .object({ id: text, clientSecret: text })
  .meta({ id: 'BillingAccountSetupIntent' });

export const CheckoutSession = z.object({ clientSecret: text }).meta({ id: 'CheckoutSession' });

export const CreateBillingAccountCreditPaymentResponse = z
  .object({ paymentIntent: PaymentIntent })
  .meta({ id: 'CreateBillingAccountCreditPaymentResponse' });

export const CreditBalanceTransaction = z
  .object({ id: text, amount: Decimal, description: text, createTime: time })
  .meta({ id: 'CreditBalanceTransaction' });
