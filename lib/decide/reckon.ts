import type { Head } from '../model/head.ts';
import type { Meter } from '../model/meter.ts';
import { addCharges, type Charge, noCharge } from '../model/money.ts';
import type { ReportedSpend, Sighting } from '../model/observation.ts';
import { type PeriodUnit, periodAt } from '../model/period.ts';
import { between, hours, type Instant, type Span } from '../model/time.ts';
import { type Accrual, accrualBetween, advance, emptyMeter, totalOf } from './accrue.ts';

type Report = NonNullable<Head['report']>;

/** A head's figures after a sighting, and the periods that ended with it. */
export type Reckoning = {
  readonly meters: NonNullable<Head['meters']>;
  readonly closedHours: readonly Meter[];
  readonly report: Report | null;
  readonly closed: readonly Meter[];
};

/** Closed hours are kept this long, so that a report that is hours late can still be brought up to now. */
const reportsMayLag: Span = hours(4);
/** The platform's months are UTC's, a policy's are its time zone's; no zone is further off than this. */
const zonesApart: Span = hours(15);

/** Charges the time since the last sighting, and brings the platform's last report up to now. */
export function reckon(head: Head, sighting: Sighting, zone: string, carry: Span): Reckoning {
  const { meters, sighting: previous } = head;
  if (meters === null || previous === null) {
    const started = {
      hour: startMeter('hour', sighting.at, zone),
      day: startMeter('day', sighting.at, zone),
      month: startMeter('month', sighting.at, zone),
    };
    const spend = ofMonth(sighting.spend, started.month);
    const report = spend && { spend, accruedSince: noCharge };
    return { meters: started, closedHours: [], report, closed: [] };
  }
  const accrual = accrualBetween(previous, sighting, carry);
  const hour = advance(meters.hour, accrual, sighting.at, zone);
  const day = advance(meters.day, accrual, sighting.at, zone);
  const month = advance(meters.month, accrual, sighting.at, zone);
  const next = { hour: hour.meter, day: day.meter, month: month.meter };
  const closedHours = [...head.closedHours, ...hour.closed].filter(
    (meter) => between(meter.period.until, sighting.at) < reportsMayLag,
  );
  const known = ofMonth(head.report?.spend, next.month) && head.report;
  const told = ofMonth(sighting.spend, next.month);
  return {
    meters: next,
    closedHours,
    report: nextReport(known, told, accrual, [...closedHours, next.hour]),
    closed: [...hour.closed, ...day.closed, ...month.closed],
  };
}

const startMeter = (unit: PeriodUnit, at: Instant, zone: string): Meter =>
  emptyMeter(periodAt(unit, at, zone), at);

/** A figure of another month says nothing of this one. */
const ofMonth = (spend: ReportedSpend | null | undefined, { period }: Meter): ReportedSpend | null =>
  spend && Math.abs(between(spend.from, period.from)) <= zonesApart ? spend : null;

function nextReport(
  known: Report | null,
  told: ReportedSpend | null,
  accrual: Accrual,
  hoursKnown: readonly Meter[],
): Report | null {
  const grown = known && { ...known, accruedSince: addCharges(known.accruedSince, totalOf(accrual)) };
  // An answer from before the one that is known, as a cache may give, is no news.
  if (told === null || (grown !== null && told.until < grown.spend.until)) return grown;
  const reachesBack = hoursKnown.some((meter) => meter.since <= told.until);
  if (grown !== null && (told.until === grown.spend.until || !reachesBack)) return { ...grown, spend: told };
  return { spend: told, accruedSince: accruedFrom(told.until, hoursKnown) };
}

/** An hour that the report covers in part is counted whole: rather a warning early than late. */
function accruedFrom(from: Instant, hoursKnown: readonly Meter[]): Charge {
  return hoursKnown
    .filter((meter) => meter.period.until > from)
    .reduce((total, meter) => addCharges(total, meter.charge), noCharge);
}
