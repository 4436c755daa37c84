import type { Meter } from '../model/money/meter.ts';
import { averagePrice, type HourlyPrice, roundPrice } from '../model/money/money.ts';
import { computeSpan, earlier, hours, type Instant, latest, milliseconds } from '../model/time/time.ts';

/** The number of closed hours in a trend: with the current rate, one day. */
const hoursBack = 23;

/**
 * Returns a target's average cost in each of the last hours, oldest first, and its current rate. An hour that was
 * observed too little is `null`; the list begins with the first known hour.
 */
export function computeTrend(
  closed: readonly Meter[],
  now: { readonly at: Instant; readonly burnRate: HourlyPrice | null },
): (HourlyPrice | null)[] {
  const offsets = Array.from({ length: hoursBack }, (_, index) => hours(hoursBack - index));
  const past = offsets.map((offset) => {
    const at = earlier(now.at, offset);
    const meter = closed.find(({ period }) => period.from <= at && at < period.until);
    return meter === undefined ? null : computeHourRate(meter);
  });
  const begins = past.findIndex((rate) => rate !== null);
  return [...(begins < 0 ? [] : past.slice(begins)), now.burnRate === null ? null : roundPrice(now.burnRate)];
}

/** Returns an hour's average rate; `null` when less than half of it was observed, since that may show only a moment. */
function computeHourRate({ period, charge, since, gap }: Meter): HourlyPrice | null {
  const span = milliseconds(computeSpan(latest(period.from, since), period.until) - gap);
  return span * 2 < computeSpan(period.from, period.until) ? null : roundPrice(averagePrice(charge, span));
}
