import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { StoredMoney } from './money.ts';

/** The platform's own figure for the spend from one instant up to another. */
export const ReportedSpend = z.object({
  amount: StoredMoney,
  from: Instant,
  /** The time up to which usage is included; the platform updates once an hour. */
  until: Instant,
  /** The number of items with an unknown amount, which the sum leaves out; the true sum may be higher. */
  leftOut: z.number().int().optional(),
});
export type ReportedSpend = z.infer<typeof ReportedSpend>;
