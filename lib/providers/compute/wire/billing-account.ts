import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { BillingAccountId } from '../../../model/ids.ts';
import { WirePayment } from './transaction.ts';
import { balance, open, optional, rate, sum, text, time } from './values.ts';

export const WireRecharge = z.object({
  low: sum,
  high: sum,
  /** An absent field counts as `false`, which many senders leave out. */
  autoRecharge: optional(z.boolean()),
  /** The newest payment. */
  transaction: optional(WirePayment),
});

export const WireBillingAccount = z.object({
  id: BillingAccountId,
  displayName: optional(text),
  state: optional(open),
  paymentTerms: optional(open),
  billingThreshold: sum,
  creditBalance: balance,
  creditBalanceRecharge: optional(WireRecharge),
  hourlySpendLimit: rate,
  hourlySpendRate: rate,
  monthlySpend: sum,
  monthlySpendLimit: sum,
  nextInvoiceTotal: sum,
  invoiceTime: time,
  createTime: time,
});
export type WireBillingAccount = z.infer<typeof WireBillingAccount> & ReadInPart;
