import * as z from 'zod';
import type { UnreadableFields } from '../../../model/facts/unreadable.ts';
import { required } from '../../http/required-field.ts';
import { charged, optional, sum, text, time } from './values.ts';

/** A project's spend in one billing period. */
export const WireProjectSpend = z.object({
  projectId: optional(text),
  startTime: time,
  endTime: time,
  spend: sum,
});
export type WireProjectSpend = z.infer<typeof WireProjectSpend> & UnreadableFields;

/** One row of an account's spend. Rows have no id, so every object of the list counts as one. */
export const WireSpendRow = z.object({
  projectId: required(text),
  description: required(text),
  /** Negative for a credit. */
  amount: required(charged),
});
export type WireSpendRow = z.infer<typeof WireSpendRow> & UnreadableFields;
