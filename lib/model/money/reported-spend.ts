import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { StoredMoney } from './money.ts';

/** The platform's own figure for the spend from one instant up to another. */
export const ReportedSpend = z.object({
  amount: StoredMoney,
  from: Instant,
  /** Up to when usage is in the figure; the platform reckons once an hour. */
  until: Instant,
  /** How many items of it are left out of the sum because their amounts are unknown; the sum is then a least one. */
  leftOut: z.number().int().optional(),
});
export type ReportedSpend = z.infer<typeof ReportedSpend>;
