import type { Rollup } from '../model/money/meter.ts';
import { addCharges, type Charge, noCharge, subtractCharges } from '../model/money/money.ts';
import { reportedTags } from '../model/money/share.ts';
import { isPastRead, type PastSpend, type ReportedPast, type ReportedPeriod } from '../model/past-spend.ts';
import { findPeriod, type PeriodUnit } from '../model/time/period.ts';
import { computeSpan, earliest, type Instant, milliseconds, type Span } from '../model/time/time.ts';
import { emptyMeter } from './advance.ts';

type Running = { readonly hour: Rollup; readonly day: Rollup; readonly month: Rollup };

/** Meters and closed periods, with the platform's report of the time before metering began. */
export type MeterWithPast = {
  readonly past: PastSpend;
  readonly meters: Running;
  /** Periods that closed, and those that a report added to, oldest first. */
  readonly closed: readonly Rollup[];
};

export type PastInput = MeterWithPast & { readonly answer: ReportedPast | null; readonly at: Instant };

/**
 * Adds reported periods to the open or closed days and months they belong to. An answer that does not continue where
 * the last one ended belongs to another turn, and is ignored.
 */
export function addPastSpend({ past, answer, meters, closed, at }: PastInput): MeterWithPast {
  if (isPastRead(past, at)) return { past: { ...past, open: [], gap: null }, meters, closed };
  const mayGrow = ({ period }: Rollup): boolean =>
    period.from < past.until && (period.unit !== 'hour' || period.until === past.until);
  const periods = new Map(
    [...past.open, ...closed.filter(mayGrow), meters.day, meters.month].map((rollup) => [
      toPeriodKey(rollup.period),
      rollup,
    ]),
  );
  const running = new Set([meters.day, meters.month].map(({ period }) => toPeriodKey(period)));
  const grown = new Map<string, Rollup>();
  const { zone } = past;
  let { reached } = past;
  for (const reported of answer?.periods ?? []) {
    if (reported.period.from !== reached || reported.period.until > past.until) break;
    const metered = periods.get(toPeriodKey(reported.period));
    const part = computePeriodPart(reported, past, metered);
    const units: readonly PeriodUnit[] =
      reported.period.unit === 'hour' ? ['hour', 'day', 'month'] : ['day', 'month'];
    for (const unit of units) {
      const period = unit === reported.period.unit ? reported.period : findPeriod(unit, reached, zone);
      const name = toPeriodKey(period);
      const rollup = periods.get(name) ?? { ...emptyMeter(period, period.from), measuredSince: period.until };
      const next = extended(rollup, part, past.measuredSince);
      periods.set(name, next);
      grown.set(name, next);
    }
    reached = reported.period.until;
  }
  const isDone = reached >= past.until;
  const open = [...periods]
    .filter(
      ([name, rollup]) =>
        !isDone && !running.has(name) && mayGrow(rollup) && !isComplete(rollup, reached, past.until),
    )
    .map(([, rollup]) => rollup);
  const changed = [...grown].filter(([name]) => !running.has(name)).map(([, rollup]) => rollup);
  const others = closed.filter(({ period }) => !grown.has(toPeriodKey(period)));
  return {
    past: { ...past, reached, open, gap: answer === null ? past.gap : answer.gap },
    meters: {
      ...meters,
      day: periods.get(toPeriodKey(meters.day.period)) ?? meters.day,
      month: periods.get(toPeriodKey(meters.month.period)) ?? meters.month,
    },
    closed:
      changed.length === 0
        ? closed
        : [...others, ...changed].sort((left, right) => left.period.from - right.period.from),
  };
}

const toPeriodKey = ({ unit, from }: Rollup['period']): string => `${unit}#${from}`;

const isComplete = ({ period }: Rollup, reached: Instant, until: Instant): boolean =>
  reached >= earliest(period.until, until);

/** The part that a reported period adds to longer ones, and the time it covers. */
type Part = {
  readonly from: Instant;
  readonly until: Instant;
  readonly charge: Charge;
  /** The change of the time without a known price; negative where the report fills in unmetered time. */
  readonly gap: Span;
};

/** The fraction of the metered charge that a report must reach: it is rounded. */
const leastOfMeasured = 0.99;

/**
 * Returns the part that a reported period adds. The hour in which metering began is reported in full, so its metered
 * charge is subtracted. The metered charge stays if the report is not fully readable, or is lower, since it may be
 * late.
 */
function computePeriodPart(
  { period, charge, isWhole }: ReportedPeriod,
  past: PastSpend,
  metered: Rollup | undefined,
): Part {
  const { from, until } = period;
  if (until <= past.measuredSince)
    return { from, until, charge, gap: milliseconds(isWhole ? 0 : computeSpan(from, until)) };
  if (!isWhole || metered === undefined || charge.lt(metered.charge.times(leastOfMeasured)))
    return { from, until, charge: noCharge, gap: computeSpan(from, past.measuredSince) };
  return { from, until, charge: subtractCharges(charge, metered.charge), gap: milliseconds(-metered.gap) };
}

/**
 * Extends a period by a part. The period counts from its start once its first part is reported; the time up to the
 * start of metering that is not reported yet is a gap.
 */
function extended(rollup: Rollup, part: Part, measuredSince: Instant): Rollup {
  const { period, gap, charge } = rollup;
  const computeUnknownSpan = (at: Instant) =>
    at <= period.from ? 0 : Math.max(0, earliest(period.until, measuredSince) - at);
  const filled = gap - computeUnknownSpan(part.from) + computeUnknownSpan(part.until) + part.gap;
  return {
    ...rollup,
    since: period.from,
    charge: addCharges(charge, part.charge),
    gap: milliseconds(Math.max(0, filled)),
    shares: withShare(rollup.shares, part.charge),
    measuredSince: rollup.measuredSince ?? measuredSince,
  };
}

function withShare(shares: Rollup['shares'], charge: Charge): Rollup['shares'] {
  if (charge.isZero()) return shares;
  const reportedShare = shares.find(({ tags }) => tags.kind === reportedTags.kind);
  const others = shares.filter((share) => share !== reportedShare);
  const sum = reportedShare === undefined ? charge : addCharges(reportedShare.charge, charge);
  return sum.isZero() ? others : [...others, { tags: reportedTags, charge: sum }];
}
