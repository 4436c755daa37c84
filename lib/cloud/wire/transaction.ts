import * as z from 'zod';
import { balance, dateTime, open, optional } from './values.ts';

/** A payment into an account, automatic recharges included, whether it succeeded or failed. */
export const WireTransaction = z.object({
  id: z.string(),
  createTime: dateTime,
  description: optional(z.string()),
  amount: balance,
  status: optional(open),
  succeeded: optional(z.boolean()),
});
export type WireTransaction = z.infer<typeof WireTransaction>;
