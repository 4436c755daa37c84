import type { Meter } from '../model/money/meter.ts';
import { averagePrice, type HourlyPrice, roundPrice } from '../model/money/money.ts';
import { between, earlier, hours, type Instant, latest, milliseconds } from '../model/time/time.ts';

/** A day of it: so many hours that have closed, and now. */
const hoursBack = 23;

/**
 * What a target cost an hour on average in each of the last hours, oldest first, and what it costs now. An hour of
 * which too little was seen is `null`, and none is told of before the first that is known.
 */
export function trendOf(
  closed: readonly Meter[],
  now: { readonly at: Instant; readonly burnRate: HourlyPrice | null },
): (HourlyPrice | null)[] {
  const offsets = Array.from({ length: hoursBack }, (_, index) => hours(hoursBack - index));
  const past = offsets.map((offset) => {
    const at = earlier(now.at, offset);
    const meter = closed.find(({ period }) => period.from <= at && at < period.until);
    return meter === undefined ? null : rateIn(meter);
  });
  const begins = past.findIndex((rate) => rate !== null);
  return [...(begins < 0 ? [] : past.slice(begins)), now.burnRate === null ? null : roundPrice(now.burnRate)];
}

/** Of less than half an hour the average may be that of a moment. */
function rateIn({ period, charge, since, gap }: Meter): HourlyPrice | null {
  const seen = milliseconds(between(latest(period.from, since), period.until) - gap);
  return seen * 2 < between(period.from, period.until) ? null : roundPrice(averagePrice(charge, seen));
}
