import * as z from 'zod';
import { Decimal, maybe, openRecord, text, time } from './values.ts';

const notShown = 'Named by the specification without its fields.';
export const PaymentMethodCard = openRecord('PaymentMethodCard', notShown);
export const PaymentIntent = openRecord('PaymentIntent', notShown);
export const Transaction = openRecord('Transaction', notShown);
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
