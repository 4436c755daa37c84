import * as z from 'zod';
import type { UnreadableFields } from '../../../model/facts/unreadable.ts';
import { BillingAccountId } from '../../../model/ids.ts';
import { required } from '../../http/required-field.ts';
import { balance, cents, epochSeconds, open, optional, rate, sum, text, time } from './values.ts';

/** A payment into an account, including automatic recharges, whether it succeeded or failed. */
export const WirePayment = z.object({
  createTime: required(time),
  description: required(text),
  amount: required(balance),
  status: required(open),
  succeeded: required(z.boolean()),
  /** The codes of a failure; empty, or absent, after a success. */
  lastPaymentError: optional(z.object({ code: optional(text), declineCode: optional(text) })),
  latestCharge: optional(z.object({ failureCode: optional(text) })),
});
export type WirePayment = z.infer<typeof WirePayment>;

export const WireTransaction = WirePayment.extend({ id: z.string() });
export type WireTransaction = z.infer<typeof WireTransaction> & UnreadableFields;

/** An invoice. Amounts are whole cents of its currency, times are epoch seconds; no field names its account. */
export const WireInvoice = z.object({
  id: optional(z.string()),
  number: optional(z.string()),
  status: optional(open),
  currency: optional(z.string()),
  amountRemaining: optional(cents),
  dueDate: optional(epochSeconds),
});
export type WireInvoice = z.infer<typeof WireInvoice> & UnreadableFields;

const WireRecharge = z.object({
  low: required(sum),
  high: required(sum),
  /** While this is unreadable, the recharge counts as off. */
  autoRecharge: required(z.boolean()),
  /** The newest payment. */
  transaction: optional(WirePayment),
});

export const WireBillingAccount = z.object({
  id: BillingAccountId,
  state: optional(open),
  paymentTerms: optional(open),
  creditBalance: balance,
  creditBalanceRecharge: optional(WireRecharge),
  hourlySpendLimit: rate,
  hourlySpendRate: rate,
  monthlySpend: sum,
  monthlySpendLimit: sum,
  nextInvoiceTotal: balance,
  invoiceTime: time,
  /** The amount at which the platform bills before `invoiceTime`. */
  billingThreshold: sum,
  createTime: time,
});
export type WireBillingAccount = z.infer<typeof WireBillingAccount> & UnreadableFields;
