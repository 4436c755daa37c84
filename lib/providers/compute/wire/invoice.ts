import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { cents, epochSeconds, open, optional } from './values.ts';

/** An invoice. Amounts are whole cents of its currency, times are epoch seconds; no field names its account. */
export const WireInvoice = z.object({
  id: optional(z.string()),
  number: optional(z.string()),
  status: optional(open),
  currency: optional(z.string()),
  amountRemaining: optional(cents),
  created: optional(epochSeconds),
  dueDate: optional(epochSeconds),
});
export type WireInvoice = z.infer<typeof WireInvoice> & ReadInPart;
