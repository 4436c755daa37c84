import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { charged, optional, sum, text, time } from './values.ts';

/** A project's spend in one billing period. */
export const WireProjectSpend = z.object({
  projectId: optional(text),
  startTime: time,
  endTime: time,
  spend: sum,
});
export type WireProjectSpend = z.infer<typeof WireProjectSpend> & ReadInPart;

/** One row of an account's spend. Rows have no id, so every object is one. */
export const WireSpendRow = z.object({
  projectId: optional(text),
  description: optional(text),
  /** Negative for a credit. */
  amount: charged,
});
export type WireSpendRow = z.infer<typeof WireSpendRow> & ReadInPart;
