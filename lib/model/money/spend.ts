import * as z from 'zod';
import { Meter } from './meter.ts';
import { StoredCharge, StoredPrice } from './money.ts';
import { ReportedSpend } from './reported-spend.ts';

/** All that is known of what a target spends. */
export const Spend = z.object({
  /** The platform's last figure for the running month, and what accrued after the time it covers. */
  report: z.object({ spend: ReportedSpend, accruedSince: StoredCharge }).nullable(),
  day: Meter,
  month: Meter,
  /** Days that have closed, as far back as any rule looks; oldest first. */
  days: z.array(Meter),
  burnRate: StoredPrice,
  /** The part of it that is paid whatever is deleted. */
  committedRate: StoredPrice,
});
export type Spend = z.infer<typeof Spend>;
