import { getEstimatedCharge, sumCharged } from '../../model/money/charged.ts';
import { amountInWords } from '../../model/money/estimate.ts';
import type { Meter } from '../../model/money/meter.ts';
import {
  addMoney,
  atLeast,
  chargeToMoney,
  largerMoney,
  type Money,
  moneyInWords,
  noCharge,
  noMoney,
  charge as priceToCharge,
  subtractMoney,
} from '../../model/money/money.ts';
import {
  type PlatformReport,
  type Spend,
  sumReportToDate,
  sumUnreportedCharges,
} from '../../model/money/spend.ts';
import { namesResources } from '../../model/rules/match.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { beginOneMonth, type Interval } from '../../model/time/period.ts';
import {
  computeSpan,
  type Instant,
  latest,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import { restOfBill, subtractHeld, sumUnmeteredBill } from './billed.ts';
import { beforeFirstPoll, formatReportNotes, isLeast } from './report-notes.ts';
import type { BudgetRule } from './terms.ts';

/** The spend of a period, the source of its figures, and the time up to which it reaches. */
export type PeriodSpend = {
  readonly amount: Money;
  /** The part of it that is an estimate. */
  readonly estimated: Money;
  /** The part that neither meters nor earlier reports explain; no VM is stopped because of it. */
  readonly unexplained: Money;
  /**
   * The amount that may be missing: charges without a price of their own, and time without polls; `null` if it may
   * be any.
   */
  readonly missing: Money | null;
  readonly asOf: Instant;
  readonly source: string;
  /** True if unreadable items are left out, so that the true spend may be higher. */
  readonly isLeast: boolean;
  /** True if the amount comes from meters alone, so that no report will include what has no known price. */
  readonly isAccrued: boolean;
};

/** A budget's period and the calendar interval that it covers. */
export type BudgetInterval = {
  readonly period: BudgetPeriod;
  readonly interval: Interval;
  /** The thing whose beginning started the counting, as text; absent if it was monitoring. */
  readonly begun?: string;
};

/** Returns the platform's own figure, which covers calendar months only; `null` when there is none. */
export function computeReportedSpend(
  { report }: Spend,
  stretch: BudgetInterval,
  now: Instant,
): PeriodSpend | null {
  if (report === null || !coversPeriod(report.spend.from, stretch)) return null;
  const age = spanInWords(computeSpan(report.spend.until, now));
  const { amount, until: asOf } = report.spend;
  return {
    // What was reported stays reported when a later report is smaller.
    amount: addMoney(largerMoney(amount, report.short?.highest ?? noMoney), getFormerMoney(report)),
    estimated: noMoney,
    unexplained: getUnexplainedMoney(report),
    missing: noMoney,
    asOf,
    source: `reported ${age} ago${formatReportNotes(report, now)}`,
    isLeast: isLeast(report.spend),
    isAccrued: false,
  };
}

/**
 * Returns reported spend plus what accrued since. Without a report for the period, it is what accrued while prices
 * were known; `null` if none were.
 */
export function computePeriodToDate(spend: Spend, stretch: BudgetInterval, now: Instant): PeriodSpend | null {
  const { report, month } = spend;
  if (report !== null && coversPeriod(report.spend.from, stretch)) {
    const since = sumUnreportedCharges(report);
    const estimated = chargeToMoney(getEstimatedCharge(since));
    const source = `to date: ${moneyInWords(report.spend.amount)} reported and ${amountInWords(chargeToMoney(since.charge), estimated)} since${formatReportNotes(report, now)}${beforeFirstPoll(report)}`;
    return {
      amount: sumReportToDate(report),
      estimated,
      unexplained: getUnexplainedMoney(report),
      missing: noMoney,
      asOf: now,
      source,
      isLeast: isLeast(report.spend),
      isAccrued: false,
    };
  }
  const meters = coversPeriod(month.period.from, stretch)
    ? [month]
    : selectDays(spend, stretch.interval, now);
  return computeAccruedSpend(meters, stretch, spend, now);
}

const getFormerMoney = ({ former }: PlatformReport): Money => chargeToMoney(former?.charge ?? noCharge);
const getUnexplainedMoney = ({ excess }: PlatformReport): Money => chargeToMoney(excess?.charge ?? noCharge);

/**
 * Returns the spend that the stops of a budget count, without unexplained amounts: reported spend; for single
 * resources, metered spend that is no estimate; all spend to date if the budget acts on estimates.
 */
export function countedForStops(
  { actOnEstimates, match }: Pick<BudgetRule, 'actOnEstimates' | 'match'>,
  spend: Spend,
  stretch: BudgetInterval,
  now: Instant,
): PeriodSpend | null {
  const isOfResources = namesResources(match);
  const spent =
    actOnEstimates || isOfResources
      ? computePeriodToDate(spend, stretch, now)
      : reportedNow(spend, stretch, now);
  if (spent === null) return null;
  const explained = subtractHeld(spent.amount, spent.unexplained);
  return actOnEstimates || !isOfResources
    ? { ...spent, amount: explained }
    : { ...spent, amount: subtractMoney(explained, spent.estimated), estimated: noMoney };
}

/** Returns the amount of the newest report even if an earlier one was higher, so that nothing acts on the difference. */
function reportedNow(spend: Spend, stretch: BudgetInterval, now: Instant): PeriodSpend | null {
  const reported = computeReportedSpend(spend, stretch, now);
  return reported && spend.report && { ...reported, amount: spend.report.spend.amount };
}

/** Returns the lowest stop amount that the spend reaches only with its estimated part; `null` if there is none. */
export function findWithheldAmount(rule: BudgetRule, { amount, estimated }: PeriodSpend): Money | null {
  if (rule.actOnEstimates || estimated.isZero()) return null;
  const firm = subtractMoney(amount, estimated);
  const held = rule.then.flatMap((step) =>
    step.kind === 'stop' && atLeast(amount, step.at) && !atLeast(firm, step.at) ? [step.at] : [],
  );
  return held.length === 0 ? null : held.reduce((least, at) => (atLeast(at, least) ? least : at));
}

/**
 * True if a report that begins at `from` covers the period. The platform's month and the policy's may begin hours
 * apart.
 */
const coversPeriod = (from: Instant, { period, interval }: BudgetInterval): boolean =>
  period.kind === 'month' && period.startsOn === 1 && beginOneMonth(from, interval.from);

/**
 * Returns the days that make up an interval. After a change of the policy's time zone, days straddle its ends;
 * each counts where its middle lies, and so exactly once.
 */
function selectDays({ day, days }: Spend, { from, until }: Interval, now: Instant): readonly Meter[] {
  const isInInterval = ({ period }: Meter) => {
    const middle = (period.from + period.until) / 2;
    return from <= middle && middle < until;
  };
  return [...days.filter(isInInterval), ...(from <= now && now < until ? [day] : [])];
}

function computeAccruedSpend(
  meters: readonly Meter[],
  { interval, begun = 'monitoring' }: BudgetInterval,
  spend: Spend,
  now: Instant,
): PeriodSpend | null {
  const { from } = interval;
  const { charge, estimated: estimatedCharge = noCharge } = sumCharged(meters);
  const estimated = chargeToMoney(estimatedCharge);
  const gap = milliseconds(meters.reduce((total, meter) => total + meter.gap, 0));
  const since = meters[0]?.since ?? now;
  if (charge.isZero() && gap > 0 && gap >= computeSpan(since, now)) return null;
  // Days before monitoring began may be known already.
  const countedSince =
    meters.findLast((meter) => meter.since > latest(meter.period.from, from))?.since ?? since;
  const partly = countedSince > from ? `, counted only since ${begun} began` : '';
  const unpriced = gap > 0 ? `, some prices unknown for ${spanInWords(gap)}` : '';
  const counted = sumUnmeteredBill(spend, interval);
  const uncounted = restOfBill(spend, interval, counted, now);
  const ofBill = counted.isZero()
    ? ''
    : `, ${moneyInWords(counted)} of it billed without an hourly price, for which no VM is stopped`;
  const uncountedNote =
    uncounted === null
      ? ''
      : `, at least: ${moneyInWords(uncounted)} of the month's bill has no hourly price`;
  const guessed = estimated.isZero() ? '' : `, ${moneyInWords(estimated)} of it an estimate`;
  const source = `accrued${partly}${unpriced}${guessed}${ofBill}${uncountedNote}`;
  const inGap = amountInGap(spend, gap);
  return {
    amount: addMoney(chargeToMoney(charge), counted),
    estimated,
    unexplained: counted,
    missing: inGap && addMoney(uncounted ?? noMoney, subtractHeld(inGap, counted)),
    asOf: now,
    source,
    isLeast: false,
    isAccrued: true,
  };
}

/** Returns the amount that may have been charged while some price was unknown; `null` if the burn rate is unknown. */
function amountInGap({ burnRate }: Spend, gap: Span): Money | null {
  if (gap === 0) return noMoney;
  return burnRate && chargeToMoney(priceToCharge(burnRate, gap));
}
