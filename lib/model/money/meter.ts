import * as z from 'zod';
import { Period } from '../time/period.ts';
import { Instant, Span } from '../time/time.ts';
import { chargedIn, ofCharge } from './charged.ts';
import { Share } from './share.ts';

/** The charge that has accrued in one period so far. */
export const Meter = z.object({
  period: Period,
  ...ofCharge,
  /** The time when counting began: the start of the period, or of monitoring if that came later. */
  since: Instant,
  /** The time since then without a known price, for which nothing was charged. */
  gap: Span,
  /** The time from which it was measured, if the platform's report covers the time before. */
  measuredSince: Instant.optional(),
});
export type Meter = z.infer<typeof Meter>;

/** A meter with the shares of its charge, which add up to it to the last digit. */
export const Rollup = Meter.extend({ shares: z.array(Share) });
export type Rollup = z.infer<typeof Rollup>;

/** Returns the meter without its shares. */
export const withoutShares = ({ period, since, gap, measuredSince, ...meter }: Meter): Meter => ({
  ...{ period, ...chargedIn(meter), since, gap },
  ...(measuredSince !== undefined && { measuredSince }),
});

/** Reports whether no part of a period was metered. */
export const isReportedOnly = ({ period, measuredSince }: Meter): boolean =>
  measuredSince !== undefined && measuredSince >= period.until;
