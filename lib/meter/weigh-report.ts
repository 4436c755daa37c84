import {
  addCharged,
  type ChargeWithEstimate,
  charged,
  getEstimatedCharge,
  sumCharged,
} from '../model/money/charged.ts';
import type { Meter } from '../model/money/meter.ts';
import {
  addCharges,
  addMoney,
  atLeast,
  type Charge,
  charge,
  chargeToMoney,
  type HourlyPrice,
  largerCharge,
  largerMoney,
  type Money,
  moneyToCharge,
  noCharge,
  noMoney,
  scaleCharge,
  scaleMoney,
  smallerCharge,
  subtractCharges,
  subtractMoney,
} from '../model/money/money.ts';
import {
  buildPlatformReport,
  type Correction,
  chargedToDate,
  type Excess,
  getAccruedCharge,
  leastUnmetered,
  type PlatformReport,
  type ReportedSpend,
  type Shortfall,
  sumUnreportedCharges,
  withoutHours,
} from '../model/money/spend.ts';
import { computeSpan, hours, type Instant, milliseconds, type Span } from '../model/time/time.ts';

/** The time after which a bill below the metered charges is believed. */
const settledAfter: Span = hours(12);
/** The share of the charges metered meanwhile that such a bill must have grown by: one that does not grow is stuck. */
const leastGrowth = 0.1;
/**
 * The share of the highest report that such a bill must have kept at first: a correction removes a part, a report that
 * began anew nearly all.
 */
const leastKept = 1 / 3;
/** The time for which an unexplained excess must be in every report before it counts as proven. */
const provenAfter: Span = hours(24);
/** The time for which a correction is shown. */
const shownFor: Span = hours(24);

/** The known figures of a period when a report of it arrives. */
export type ReportContext = {
  /** The last report, brought up to now; `null` for the first one of the period. */
  readonly grown: PlatformReport | null;
  /** The metered charge of the whole period, for a first report; `null` where the meters cover only a part of it. */
  readonly metered: ChargeWithEstimate | null;
  /** The open hour and the closed hours that are kept. */
  readonly hoursKnown: readonly Meter[];
  readonly burnRate: HourlyPrice | null;
  /** The estimate for the time before the first poll, which a report may now include. */
  readonly estimated?: Charge;
  readonly at: Instant;
};

/** Adds accrued charges to a report, and marks a report of a former account. Nothing else changes. */
export function growReport(
  { short, ...report }: PlatformReport,
  accrued: ChargeWithEstimate,
  hasMoved: boolean,
): PlatformReport {
  const { charge: accruedSince, estimated } = addCharged(getAccruedCharge(report), accrued);
  return {
    ...report,
    accruedSince,
    ...(estimated && { estimatedSince: estimated }),
    ...(hasMoved && { isOfFormer: true as const }),
    ...(short && { short: { ...short, meteredSince: addCharges(short.meteredSince, accrued.charge) } }),
  };
}

/**
 * Decides how a report changes the known figures (invariant 27). Spend to date is the larger of the report and what
 * was known before. It decreases for one of two reasons: the platform has billed less than was metered for long
 * enough, or no longer reports an excess that nothing explained. Such an excess counts in spend to date, and never for
 * an action.
 */
export function weighReport(report: ReportedSpend, known: ReportContext): PlatformReport {
  const { grown, at } = known;
  // An answer older than the known one, such as from a cache, is ignored.
  if (grown !== null && report.until < grown.spend.until && !grown.isOfFormer) return grown;
  const prior = computePriorCharges(known);
  const next = withFormer(buildStatedReport(report, known), prior, known);
  const total = chargedToDate(next);
  if (prior === null) return next;
  // A partial report replaces a complete one only if it says more.
  if (grown !== null && report.leftOut && total.lt(prior.total)) return grown;
  const excess = computeExcess(subtractCharges(total, prior.proven), next, prior.proven, known);
  if (excess !== null) return withCorrection({ ...next, excess }, 'withdrawn', prior.total, known);
  if (total.gte(prior.proven)) return withCorrection(next, 'withdrawn', prior.total, known);
  const short = computeShortfall(next, prior, known);
  return isSettled(short, next, at)
    ? withCorrection(next, 'settled', prior.total, known)
    : withCorrection({ ...next, short }, 'withdrawn', prior.total, known);
}

type PriorCharges = {
  readonly total: Charge;
  /** The part of the total that meters and earlier reports explain. */
  readonly proven: Charge;
  readonly estimated: Charge;
};

function computePriorCharges({ grown, metered }: ReportContext): PriorCharges | null {
  if (grown === null)
    return (
      metered && { total: metered.charge, proven: metered.charge, estimated: getEstimatedCharge(metered) }
    );
  const total = chargedToDate(grown);
  return {
    total,
    proven: subtractCharges(total, grown.excess?.charge ?? noCharge),
    estimated: getEstimatedCharge(sumUnreportedCharges(grown)),
  };
}

/**
 * Returns a report with what was metered since. Where it states its hours apart, the newest of them may still be too
 * low: an earlier hour, and all that was metered after it, may then give more, which is kept as a shortfall.
 */
function buildStatedReport(stated: ReportedSpend, known: ReportContext): PlatformReport {
  const { hoursKnown, at } = known;
  const spend = withoutHours(stated);
  const since = computeMeteredRest(spend, known);
  const report = buildPlatformReport(spend, since);
  const total = chargedToDate(report);
  const [best] = (stated.earlier ?? [])
    .filter(({ until }) => computeSpan(until, at) <= settledAfter)
    .map(({ until, amount }) => ({ from: moneyToCharge(amount), since: sumLaterHours(until, hoursKnown) }))
    .map((mark) => ({
      total: addCharges(mark.from, mark.since.charge),
      estimated: getEstimatedCharge(mark.since),
    }))
    .sort((left, right) => right.total.cmp(left.total));
  if (best === undefined || best.total.lte(total)) return report;
  return { ...report, short: { ...computeMissing(report, best), ...beginShortfall(report, at) } };
}

/**
 * Adds the charges of accounts that paid before: what was known when the first report of the present one came, and
 * what that report did not include. They are left out once a report alone comes to all that is known.
 */
function withFormer(
  next: PlatformReport,
  prior: PriorCharges | null,
  { grown }: ReportContext,
): PlatformReport {
  if (grown === null || prior === null) return next;
  const { former, isOfFormer, spend } = grown;
  if (addCharges(chargedToDate(next), moneyToCharge(leastUnmetered)).gte(prior.total)) return next;
  const hasFallen = atLeast(spend.amount, addMoney(next.spend.amount, leastUnmetered));
  if (isOfFormer && (hasFallen || former !== undefined))
    return { ...next, former: computeMissing(next, prior) };
  return former === undefined ? next : { ...next, former };
}

function computeMeteredRest(
  { until }: ReportedSpend,
  { grown, hoursKnown }: ReportContext,
): ChargeWithEstimate {
  const reachesBack = hoursKnown.some((meter) => meter.since <= until);
  return grown !== null && (until === grown.spend.until || !reachesBack)
    ? getAccruedCharge(grown)
    : sumLaterHours(until, hoursKnown);
}

/**
 * Adds up the hours after an instant. An hour that the report covers in part counts in full: an early warning is
 * better than a late one.
 */
const sumLaterHours = (from: Instant, hoursKnown: readonly Meter[]): ChargeWithEstimate =>
  sumCharged(hoursKnown.filter(({ period }) => period.until > from));

/** Returns by how much a total exceeds a report with the charges accrued since, and how much of that is an estimate. */
function computeMissing(
  report: PlatformReport,
  { total, estimated }: Pick<PriorCharges, 'total' | 'estimated'>,
): ChargeWithEstimate {
  const missing = subtractCharges(total, chargedToDate(report));
  const unshown = largerCharge(
    noCharge,
    subtractCharges(estimated, getEstimatedCharge(sumUnreportedCharges(report))),
  );
  return charged(missing, smallerCharge(missing, unshown));
}

const beginShortfall = ({ spend: { amount }, accruedSince }: PlatformReport, since: Instant) => ({
  since,
  reportedThen: amount,
  highest: amount,
  meteredSince: accruedSince,
});

function computeShortfall(
  next: PlatformReport,
  { proven, estimated }: PriorCharges,
  { grown, at }: ReportContext,
): Shortfall {
  const { short: _, ...stated } = next;
  const begun = grown?.short ?? beginShortfall(next, at);
  return {
    ...begun,
    ...computeMissing(stated, { total: proven, estimated }),
    highest: largerMoney(begun.highest, computeProvenSpend(grown)),
  };
}

const computeProvenSpend = (grown: PlatformReport | null): Money =>
  grown === null
    ? noMoney
    : subtractMoney(grown.spend.amount, chargeToMoney(grown.excess?.charge ?? noCharge));

/**
 * Reports whether a bill has been below the known charges for long enough, and is believable: neither stuck nor begun
 * anew.
 */
function isSettled(short: Shortfall, { spend, accruedSince }: PlatformReport, at: Instant): boolean {
  const grewBy = moneyToCharge(subtractMoney(spend.amount, short.reportedThen));
  const due = scaleCharge(subtractCharges(short.meteredSince, accruedSince), leastGrowth);
  return (
    computeSpan(short.since, at) >= settledAfter &&
    grewBy.gte(due) &&
    atLeast(short.reportedThen, scaleMoney(short.highest, leastKept))
  );
}

/** Records a correction if a report makes spend to date less than it was; otherwise keeps a recent one. */
function withCorrection(
  next: PlatformReport,
  because: Correction['because'],
  total: Charge,
  { grown, at }: ReportContext,
): PlatformReport {
  const by = subtractCharges(total, chargedToDate(next));
  if (by.gt(noCharge)) return { ...next, corrected: { at, by, because } };
  const last = grown?.corrected;
  return last && computeSpan(last.at, at) < shownFor ? { ...next, corrected: last } : next;
}

/**
 * Returns the part of a report that nothing explains; `null` when there is none, or when it was in every report for
 * long enough.
 */
function computeExcess(
  unexplained: Charge,
  next: PlatformReport,
  proven: Charge,
  known: ReportContext,
): Excess | null {
  const { grown, at } = known;
  const tolerable = computeTolerance(next, proven, known);
  if (unexplained.lte(tolerable)) return null;
  const last = grown?.excess;
  if (last === undefined) return { charge: unexplained, least: unexplained, since: at };
  const least = smallerCharge(last.least, unexplained);
  if (computeSpan(last.since, at) < provenAfter) return { charge: unexplained, least, since: last.since };
  const remaining = subtractCharges(unexplained, least);
  return remaining.lte(tolerable) ? null : { charge: remaining, least: remaining, since: at };
}

/**
 * Returns by how much a report may exceed what is known, to allow for charges without a price of their own and for
 * time without a poll.
 */
function computeTolerance(
  next: PlatformReport,
  proven: Charge,
  { grown, hoursKnown, burnRate, estimated = noCharge }: ReportContext,
): Charge {
  const rounding = largerCharge(moneyToCharge(leastUnmetered), scaleCharge(proven, 0.05));
  const usual = addCharges(rounding, estimated);
  if (grown === null) return usual;
  const metered = subtractCharges(grown.accruedSince, next.accruedSince);
  const from = grown.spend.until;
  const unwatched = hoursKnown
    .filter(({ period }) => period.until > from)
    .reduce((span, { gap }) => span + gap, 0);
  return addCharges(
    addCharges(usual, scaleCharge(largerCharge(noCharge, metered), 0.5)),
    // An unknown rate explains nothing of a report.
    burnRate === null ? noCharge : charge(burnRate, milliseconds(unwatched)),
  );
}
