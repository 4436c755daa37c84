import {
  addCharged,
  type ChargeWithEstimate,
  nothingCharged,
  toChargeWithEstimate,
} from '../model/money/charged.ts';
import type { Meter, MeterPart, Rollup } from '../model/money/meter.ts';
import { noCharge } from '../model/money/money.ts';
import type { Share } from '../model/money/share.ts';
import { findPeriod, type Period } from '../model/time/period.ts';
import { computeSpan, earliest, type Instant, latest, milliseconds, type Span } from '../model/time/time.ts';
import { type Accrual, computeCharge } from './accrue.ts';
import { toTagsKey } from './attribute.ts';

export type MeterAdvance = { readonly meter: Rollup; readonly closed: readonly Rollup[] };

/** Adds an accrual to a meter and closes every period that ended, with charges cut at its edges. */
export function advance(meter: Rollup, accrual: Accrual, at: Instant, zone: string): MeterAdvance {
  const closed: Rollup[] = [];
  let current = fill(meter, accrual);
  while (current.period.until <= at) {
    closed.push(current);
    const from = current.period.until;
    // Begins where the last one ended, even if the policy's time zone has changed since.
    const period = { ...findPeriod(current.period.unit, from, zone), from };
    current = fill(emptyMeter(period, from), accrual);
  }
  return { meter: current, closed };
}

export const emptyMeter = (period: Period, since: Instant): Rollup => ({
  period,
  charge: noCharge,
  since,
  gap: milliseconds(0),
  shares: [],
});

/**
 * Returns the parts of a meter that are counted now, by the match of a budget. A part that is no longer counted is
 * dropped, as it would go stale.
 */
function selectCountedParts(
  since: Instant,
  parts: Meter['parts'],
  { matches, from }: Accrual['counted'],
): Map<string, MeterPart> {
  const begun = latest(since, from);
  return new Map(
    matches.map((match) => [
      match,
      parts?.find((part) => part.of === match) ?? { of: match, ...nothingCharged, since: begun },
    ]),
  );
}

function fill({ parts: earlierParts, ...meter }: Rollup, accrual: Accrual): Rollup {
  const parts = selectCountedParts(meter.since, earlierParts, accrual.counted);
  let total: ChargeWithEstimate = meter;
  const shares = new Map(meter.shares.map((share): [string, Share] => [toTagsKey(share.tags), share]));
  for (const charge of accrual.held) {
    const { price, from, until, tags } = charge;
    const span = overlap(meter.period, from, until);
    if (span <= 0 || price.isZero()) continue;
    const part = computeCharge(charge, span);
    total = addCharged(total, part);
    const key = toTagsKey(tags);
    const earlier = shares.get(key);
    shares.set(key, { tags, ...(earlier ? addCharged(earlier, part) : part) });
    for (const match of charge.parts) {
      const sum = parts.get(match);
      if (sum) parts.set(match, { ...sum, ...addCharged(sum, part) });
    }
  }
  const gap = overlap(meter.period, accrual.gap.from, accrual.gap.until);
  return {
    ...meter,
    ...toChargeWithEstimate(total),
    gap: milliseconds(meter.gap + Math.max(0, gap)),
    shares: [...shares.values()],
    ...(parts.size > 0 && { parts: [...parts.values()] }),
  };
}

const overlap = (period: Period, from: Instant, until: Instant): Span =>
  computeSpan(latest(period.from, from), earliest(period.until, until));
