import * as z from 'zod';
import * as watched from '../../../clouds/compute/contract/billing-accounts.ts';
import { getBillingAccount } from '../../../clouds/compute/contract/billing-accounts.ts';
import { get, list, noBody, send } from '../../../clouds/compute/contract/define.ts';
import {
  BillingAccountPaymentMethods,
  BillingAccountSetupIntent,
  Charge,
  CheckoutSession,
  CreateBillingAccountCreditPaymentResponse,
  CreditBalanceTransaction,
  Invoice,
  Transaction,
} from '../wire/payments.ts';
import { given, SentDecimal, text } from '../wire/values.ts';
import { inferred, none, onPlatform } from './define.ts';

const account = '/v1/billing-accounts/{id}';
const oneAccount = getBillingAccount.input;

export const listInvoices = onPlatform(
  'List the invoices of a billing account',
  { ...watched.listInvoices, item: Invoice },
  { note: 'The status may be draft, open, paid, uncollectible or void.' },
);
export const listOutstandingInvoices = onPlatform(
  'List the invoices that are still to be paid',
  list('listOutstandingInvoices', '/v1/billing-accounts/invoices/outstanding', none, {
    field: 'invoices',
    item: Invoice,
    paging: 'whole',
  }),
  { note: 'Covers every account that the caller can see; an invoice does not name its account.' },
);
export const listAccountTransactions = onPlatform('List the payments into a billing account', {
  ...watched.listAccountTransactions,
  item: Transaction,
});
export const getPaymentMethods = onPlatform(
  'Get the payment methods of a billing account',
  get('getPaymentMethods', `${account}/payment-methods`, oneAccount, BillingAccountPaymentMethods),
);
export const createSetupIntent = onPlatform(
  'Begin to set up a payment method',
  get('createSetupIntent', `${account}/setup-intent`, oneAccount, BillingAccountSetupIntent),
  { role: 'EDITOR', note: 'A GET that creates something.' },
);
export const createCheckoutSession = onPlatform(
  'Begin a checkout',
  send('POST', 'createCheckoutSession', `${account}/credit-checkout-session`, {
    input: oneAccount.extend({ 'amount.value': given(text), returnUrl: text }),
    body: noBody,
    reply: CheckoutSession,
  }),
);
export const addCredit = onPlatform(
  'Pay credit into a billing account',
  send('POST', 'addCredit', `${account}/credit`, {
    input: oneAccount,
    body: z.object({ amount: SentDecimal }),
    reply: CreateBillingAccountCreditPaymentResponse,
  }),
);
export const listCreditTransactions = onPlatform(
  'List the changes of a credit balance',
  list('listCreditTransactions', `${account}/credit-balance-transactions`, oneAccount, {
    field: 'creditBalanceTransactions',
    item: CreditBalanceTransaction,
    paging: 'cursor',
  }),
);
export const listCharges = inferred(
  'List the charges to a billing account',
  list('listCharges', `${account}/charges`, oneAccount, {
    field: 'charges',
    item: Charge,
    paging: 'whole',
  }),
);
