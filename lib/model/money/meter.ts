import * as z from 'zod';
import { Period } from '../time/period.ts';
import { Instant, Span } from '../time/time.ts';
import { StoredCharge } from './money.ts';
import { Share } from './share.ts';

/** What has accrued in one period so far. */
export const Meter = z.object({
  period: Period,
  charge: StoredCharge,
  /** From when on it was counted: the start of the period, or of watching when that came later. */
  since: Instant,
  /** How much of the time since then no price was known for; nothing was charged for it. */
  gap: Span,
});
export type Meter = z.infer<typeof Meter>;

/** A meter with what its charge is made up of: the shares come to the charge, to the last digit. */
export const Rollup = Meter.extend({ shares: z.array(Share) });
export type Rollup = z.infer<typeof Rollup>;

/** The meter alone, for what is kept only to add up. */
export const withoutShares = ({ period, charge, since, gap }: Meter): Meter => ({
  period,
  charge,
  since,
  gap,
});
