import * as z from 'zod';
import {
  BillingAccountPaymentMethods,
  BillingAccountSetupIntent,
  Charge,
  CheckoutSession,
  CreateBillingAccountCreditPaymentResponse,
  CreditBalanceTransaction,
} from '../../wire/whole/payments.ts';
import { SentDecimal } from '../../wire/whole/values.ts';
import { getBillingAccount } from '../billing-accounts.ts';
import { get, list, noBody } from '../define.ts';
import { inferred, send } from './define.ts';

const account = '/v1/billing-accounts/{id}';
const oneAccount = getBillingAccount.input;

export const getPaymentMethods = inferred(
  'Get the payment methods of a billing account',
  get('getPaymentMethods', `${account}/payment-methods`, oneAccount, BillingAccountPaymentMethods),
);
export const createSetupIntent = inferred(
  'Begin to set up a payment method',
  send('POST', 'createSetupIntent', `${account}/setup-intent`, {
    input: oneAccount,
    body: noBody,
    reply: BillingAccountSetupIntent,
  }),
);
export const createCheckoutSession = inferred(
  'Begin a checkout',
  send('POST', 'createCheckoutSession', `${account}/checkout-session`, {
    input: oneAccount,
    body: noBody,
    reply: CheckoutSession,
  }),
);
export const addCredit = inferred(
  'Pay credit into a billing account',
  send('POST', 'addCredit', `${account}/credit`, {
    input: oneAccount,
    body: z.object({ amount: SentDecimal }),
    reply: CreateBillingAccountCreditPaymentResponse,
  }),
);
export const listCreditTransactions = inferred(
  'List the changes of a credit balance',
  list('listCreditTransactions', `${account}/credit-balance-transactions`, oneAccount, {
    field: 'creditBalanceTransactions',
    item: CreditBalanceTransaction,
    paging: 'whole',
  }),
  'As many as the cloud sends at once: its paging is not shown.',
);
export const listCharges = inferred(
  'List the charges to a billing account',
  list('listCharges', `${account}/charges`, oneAccount, {
    field: 'charges',
    item: Charge,
    paging: 'whole',
  }),
);
