import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { Transaction } from './payments.ts';
import {
  Decimal,
  given,
  int32,
  maybe,
  openEnum,
  openRecord,
  readOnly,
  record,
  text,
  time,
} from './values.ts';

export const Project = record('Project', {
  id: maybe(ProjectId),
  billingAccountId: maybe(text),
  createBy: maybe(text),
  resourceCount: maybe(int32),
});

const BillingAccountState = openEnum(
  'BillingAccountState',
  ['STATE_UNSPECIFIED', 'STATE_ACTIVE', 'STATE_SUSPENDED_ABUSE', 'STATE_SUSPENDED_PAYMENT', 'STATE_DELETED'],
  { default: 'STATE_UNSPECIFIED' },
);
const PaymentTerms = openEnum('PaymentTerms', [
  'PAYMENT_TERMS_UNSPECIFIED',
  'PAYMENT_TERMS_PREPAID',
  'PAYMENT_TERMS_INVOICE',
]);
const TaxId = openRecord('TaxId', 'Named by the specification without its fields.');

const BillingAddress = record('BillingAddress', {
  city: maybe(text),
  country: maybe(text),
  line1: maybe(text),
  line2: maybe(text),
  name: maybe(text),
  phone: maybe(text),
  postalCode: maybe(text),
  state: maybe(text),
});

const CreditBalanceRecharge = record('CreditBalanceRecharge', {
  low: Decimal,
  high: Decimal,
  autoRecharge: z.boolean(),
  transaction: maybe(Transaction),
});

export const BillingAccount = record('BillingAccount', {
  id: readOnly(BillingAccountId),
  displayName: maybe(text),
  state: maybe(BillingAccountState),
  billingAddress: maybe(BillingAddress),
  taxId: maybe(TaxId),
  paymentTerms: maybe(PaymentTerms),
  billingThreshold: maybe(Decimal),
  creditBalance: maybe(Decimal),
  creditBalanceRecharge: maybe(CreditBalanceRecharge),
  hourlySpendLimit: maybe(Decimal),
  hourlySpendRate: maybe(Decimal),
  monthlySpend: readOnly(text.or(Decimal).meta({ wire: { type: 'string' } })),
  monthlySpendLimit: maybe(Decimal),
  nextInvoiceTotal: maybe(Decimal),
  invoiceTime: readOnly(time),
  createBy: readOnly(text),
  createTime: readOnly(time),
  deleteTime: readOnly(time),
  purgeTime: readOnly(time),
  paymentProviderRef: maybe(text, {
    description: 'On the wire the name carries that of the payment provider.',
  }),
});

export const CreateBillingAccountRequest = record('CreateBillingAccountRequest', {
  displayName: text,
  email: text,
  billingAddress: given(BillingAddress),
  invoiceName: given(text),
  referral: given(text),
  taxId: given(TaxId),
});

export const BillingAccountProject = record('BillingAccountProject', { id: text, resourceCount: int32 });

/** A billing account as a search result. */
export const BillingAccountResult = record('BillingAccountResult', {
  id: maybe(text),
  displayName: maybe(text),
  createTime: maybe(time),
});

const customer = z
  .unknown()
  .optional()
  .meta({
    wire: { type: 'object' },
    description: 'The customer at the payment provider; on the wire the name carries that of the provider.',
  });

/**
 * The details of an account. The customer is required, but its field name is unknown, so it is documented and not
 * enforced.
 */
export const GetBillingAccountDetailsResponse = z
  .object({ billingAccount: BillingAccount, paymentProviderCustomer: customer })
  .meta({
    id: 'GetBillingAccountDetailsResponse',
    required: ['billingAccount', 'paymentProviderCustomer'],
  });
