import * as z from 'zod';
import { StoredCharge } from './money.ts';
import { Period } from './period.ts';
import { Instant, Span } from './time.ts';

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
