import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { balance, open, optional, text, time } from './values.ts';

/** A payment into an account, including automatic recharges, whether it succeeded or failed. */
export const WirePayment = z.object({
  createTime: time,
  description: optional(text),
  amount: balance,
  status: optional(open),
  succeeded: optional(z.boolean()),
});
export type WirePayment = z.infer<typeof WirePayment>;

export const WireTransaction = WirePayment.extend({ id: z.string() });
export type WireTransaction = z.infer<typeof WireTransaction> & ReadInPart;
