import * as z from 'zod';
import { Period } from '../time/period.ts';
import { earliest, Instant, Span } from '../time/time.ts';
import { addCharged, ofCharge, toChargeWithEstimate } from './charged.ts';
import { Share } from './share.ts';

/** The part of a charge for the resources that matched a budget at the time. */
export const MeterPart = z.object({
  /** The match, by `nameOfMatch`. */
  of: z.string(),
  ...ofCharge,
  /** The time when counting of this match began. */
  since: Instant,
});
export type MeterPart = z.infer<typeof MeterPart>;

/** The charge that has accrued in one period so far. */
export const Meter = z.object({
  period: Period,
  ...ofCharge,
  /** The time when counting began: the start of the period, or of monitoring if that came later. */
  since: Instant,
  /** The time after `since` without a known price, for which nothing was charged. */
  gap: Span,
  /** The time when metering began, if the platform's report covers the time before it. */
  measuredSince: Instant.optional(),
  /** The parts of budgets on resources; absent where there are none. */
  parts: z.array(MeterPart).optional(),
});
export type Meter = z.infer<typeof Meter>;

/** A meter with the shares of its charge, which add up to it to the last digit. */
export const Rollup = Meter.extend({ shares: z.array(Share) });
export type Rollup = z.infer<typeof Rollup>;

export const withoutShares = ({ period, since, gap, measuredSince, parts, ...meter }: Meter): Meter => ({
  period,
  ...toChargeWithEstimate(meter),
  since,
  gap,
  ...(measuredSince !== undefined && { measuredSince }),
  ...(parts && { parts }),
});

/** Adds up the parts of several meters of one period by match; `undefined` when there are none. */
export function sumOfParts(meters: readonly Meter[]): MeterPart[] | undefined {
  const sums = new Map<string, MeterPart>();
  for (const part of meters.flatMap(({ parts = [] }) => parts)) {
    const sum = sums.get(part.of);
    sums.set(
      part.of,
      sum ? { of: part.of, ...addCharged(sum, part), since: earliest(sum.since, part.since) } : part,
    );
  }
  return sums.size === 0 ? undefined : [...sums.values()];
}

/** Reports whether no part of a period was metered. */
export const isReportedOnly = ({ period, measuredSince }: Meter): boolean =>
  measuredSince !== undefined && measuredSince >= period.until;
