import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { StoredMoney } from './money.ts';

/** Open invoices of a billing account that are past their due date. */
export const OverdueInvoices = z.object({
  count: z.number().int(),
  /** `null` when the platform does not report all of it in USD. */
  amount: StoredMoney.nullable(),
  /** The earliest due date; `null` when nothing is overdue. */
  since: Instant.nullable(),
});
export type OverdueInvoices = z.infer<typeof OverdueInvoices>;

/** The newest payment into a billing account that has succeeded or failed. */
export const LastPayment = z.object({
  at: Instant,
  amount: StoredMoney.nullable(),
  isRecharge: z.boolean(),
  /** The first failure since a payment last succeeded; `null` when this one succeeded. */
  failedSince: Instant.nullable(),
});
export type LastPayment = z.infer<typeof LastPayment>;
