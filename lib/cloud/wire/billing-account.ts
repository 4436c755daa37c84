import * as z from 'zod';
import { BillingAccountId } from '../../model/ids.ts';
import { dateTime, decimal, open, optional } from './values.ts';

export const WireRecharge = z.object({
  low: decimal,
  high: decimal,
  autoRecharge: z.boolean(),
});

export const WireBillingAccount = z.object({
  id: BillingAccountId,
  displayName: optional(z.string()),
  state: optional(open),
  paymentTerms: optional(open),
  billingThreshold: optional(decimal),
  creditBalance: optional(decimal),
  creditBalanceRecharge: optional(WireRecharge),
  hourlySpendLimit: optional(decimal),
  hourlySpendRate: optional(decimal),
  monthlySpend: optional(decimal),
  monthlySpendLimit: optional(decimal),
  nextInvoiceTotal: optional(decimal),
  invoiceTime: optional(dateTime),
  createTime: optional(dateTime),
});
export type WireBillingAccount = z.infer<typeof WireBillingAccount>;
