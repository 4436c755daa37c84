import * as z from 'zod';
import { dateTime, decimal, open, optional } from './values.ts';

/** A project's spend in one billing period. */
export const WireProjectSpend = z.object({
  projectId: optional(z.string()),
  uid: optional(z.string()),
  startTime: dateTime,
  endTime: dateTime,
  spend: decimal,
});
export type WireProjectSpend = z.infer<typeof WireProjectSpend>;

export const WireSpendRow = z.object({
  projectId: z.string(),
  description: z.string(),
  quantity: z.number(),
  unit: open,
  unitAmount: decimal,
  amount: decimal,
});
export type WireSpendRow = z.infer<typeof WireSpendRow>;
