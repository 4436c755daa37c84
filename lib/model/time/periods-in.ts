import { findPeriod, type Interval, type Period, type PeriodUnit } from './period.ts';

/** Returns the periods that overlap an interval, in order. */
export function listPeriods(unit: PeriodUnit, { from, until }: Interval, zone: string): Period[] {
  const periods: Period[] = [];
  for (let at = from; at < until; ) {
    const period = findPeriod(unit, at, zone);
    periods.push(period);
    at = period.until;
  }
  return periods;
}
