import * as z from 'zod';
import { Meter } from './meter.ts';
import { StoredCharge, StoredPrice } from './money.ts';
import { ReportedSpend } from './reported-spend.ts';

/** All figures about a target's spend. */
export const Spend = z.object({
  /** The platform's last figure for the running month, and what has accrued after the time it covers. */
  report: z.object({ spend: ReportedSpend, accruedSince: StoredCharge }).nullable(),
  day: Meter,
  month: Meter,
  /** Closed days, as far back as any rule's window reaches; oldest first. */
  days: z.array(Meter),
  burnRate: StoredPrice,
  /** The part of the burn rate that is charged even if the resources are deleted. */
  committedRate: StoredPrice,
});
export type Spend = z.infer<typeof Spend>;
