import * as z from 'zod';
import { open, optional, whole } from './values.ts';

/** An invoice. Amounts are whole cents of its currency, times are epoch seconds; no field names its account. */
export const WireInvoice = z.object({
  id: optional(z.string()),
  number: optional(z.string()),
  status: optional(open),
  currency: optional(z.string()),
  amountRemaining: optional(whole),
  created: optional(whole),
  dueDate: optional(whole),
});
export type WireInvoice = z.infer<typeof WireInvoice>;
