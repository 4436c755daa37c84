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
import { sumUnreportedCharges, type PlatformReport, type Spend, sumReportToDate } from '../../model/money/spend.ts';
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
import { sumUnmeteredBill, subtractHeld, restOfBill } from './billed.ts';
import { beforeFirstPoll, isLeast, formatReportNotes } from './report-notes.ts';
import type { BudgetRule } from './terms.ts';

/** The spend of a period, the source of its figures, and the time up to which it reaches. */
export type PeriodSpend = {
  readonly amount: Money;
  /** The part of it that is an estimate. */
  readonly estimated: Money;
  /** The part of it that nothing is stopped for: meters explain none of it, nor earlier reports. */
  readonly unexplained: Money;
  /**
   * The amount that may be missing from it: charges without a price of their own, and time in which nobody watched; `null`
   * where that may be any.
   */
  readonly missing: Money | null;
  readonly asOf: Instant;
  readonly source: string;
  /** True if unreadable items are left out, so that the true spend may be higher. */
  readonly isLeast: boolean;
  /** True where the platform has reported nothing of it, so that a price that is unknown now is in no report to come. */
  readonly isAccrued: boolean;
};

/** A budget's period where it stands on the calendar. */
export type BudgetInterval = {
  readonly period: BudgetPeriod;
  readonly interval: Interval;
  /** The start of counting in words, if it is not the start of monitoring. */
  readonly begun?: string;
};

/** Returns the platform's own figure, which covers calendar months only; `null` when there is none. */
export function computeReportedSpend({ report }: Spend, stretch: BudgetInterval, now: Instant): PeriodSpend | null {
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

/** Returns what was reported and what accrued since; where no report fits, what accrued while prices were known. */
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
  const meters = coversPeriod(month.period.from, stretch) ? [month] : selectDays(spend, stretch.interval, now);
  return computeAccruedSpend(meters, stretch, spend, now);
}

const getFormerMoney = ({ former }: PlatformReport): Money => chargeToMoney(former?.charge ?? noCharge);
const getUnexplainedMoney = ({ excess }: PlatformReport): Money => chargeToMoney(excess?.charge ?? noCharge);

/**
 * Returns the spend that the stops of a budget count, never an excess that nothing explains: what is reported, and of single resources what was metered but is
 * no estimate; all spend to date if it acts on estimates.
 */
export function countedForStops(
  { actOnEstimates, match }: Pick<BudgetRule, 'actOnEstimates' | 'match'>,
  spend: Spend,
  stretch: BudgetInterval,
  now: Instant,
): PeriodSpend | null {
  const isOfResources = namesResources(match);
  const spent =
    actOnEstimates || isOfResources ? computePeriodToDate(spend, stretch, now) : reportedNow(spend, stretch, now);
  if (spent === null) return null;
  const explained = subtractHeld(spent.amount, spent.unexplained);
  return actOnEstimates || !isOfResources
    ? { ...spent, amount: explained }
    : { ...spent, amount: subtractMoney(explained, spent.estimated), estimated: noMoney };
}

/** Returns what the newest report says: while it says less than one before, nothing acts on the difference. */
function reportedNow(spend: Spend, stretch: BudgetInterval, now: Instant): PeriodSpend | null {
  const reported = computeReportedSpend(spend, stretch, now);
  return reported && spend.report && { ...reported, amount: spend.report.spend.amount };
}

/**
 * Returns the lowest amount at which a budget would stop VMs if it acted on estimates: its spend reaches it, and would
 * not without its estimated part. `null` where there is none.
 */
export function findWithheldAmount(rule: BudgetRule, { amount, estimated }: PeriodSpend): Money | null {
  if (rule.actOnEstimates || estimated.isZero()) return null;
  const firm = subtractMoney(amount, estimated);
  const held = rule.then.flatMap((step) =>
    step.kind === 'stop' && atLeast(amount, step.at) && !atLeast(firm, step.at) ? [step.at] : [],
  );
  return held.length === 0 ? null : held.reduce((least, at) => (atLeast(at, least) ? least : at));
}

/** Reports whether a report covers the period: the platform's month and the policy's may begin hours apart. */
const coversPeriod = (from: Instant, { period, interval }: BudgetInterval): boolean =>
  period.kind === 'month' && period.startsOn === 1 && beginOneMonth(from, interval.from);

/**
 * Returns the days that make up an interval. After a change of the policy's time zone days straddle its ends;
 * each counts where its middle lies, so that it counts exactly once.
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
  const { charge, estimated: part = noCharge } = sumCharged(meters);
  const estimated = chargeToMoney(part);
  const gap = milliseconds(meters.reduce((total, meter) => total + meter.gap, 0));
  const since = meters[0]?.since ?? now;
  if (charge.isZero() && gap > 0 && gap >= computeSpan(since, now)) return null;
  // In the time before monitoring began, earlier days may be known already.
  const begins = meters.findLast((meter) => meter.since > latest(meter.period.from, from))?.since ?? since;
  const partly = begins > from ? `, counted only since ${begun} began` : '';
  const unpriced = gap > 0 ? `, some prices unknown for ${spanInWords(gap)}` : '';
  const counted = sumUnmeteredBill(spend, interval);
  const rest = restOfBill(spend, interval, counted, now);
  const ofBill = counted.isZero()
    ? ''
    : `, ${moneyInWords(counted)} of it billed without an hourly price, for which no VM is stopped`;
  const atLeast =
    rest === null ? '' : `, at least: ${moneyInWords(rest)} of the month's bill has no hourly price`;
  const guessed = estimated.isZero() ? '' : `, ${moneyInWords(estimated)} of it an estimate`;
  const source = `accrued${partly}${unpriced}${guessed}${ofBill}${atLeast}`;
  const inGap = amountInGap(spend, gap);
  return {
    amount: addMoney(chargeToMoney(charge), counted),
    estimated,
    unexplained: counted,
    missing: inGap && addMoney(rest ?? noMoney, subtractHeld(inGap, counted)),
    asOf: now,
    source,
    isLeast: false,
    isAccrued: true,
  };
}

/** Returns what may have been charged in a time in which some price was unknown; `null` where that may be any amount. */
function amountInGap({ burnRate }: Spend, gap: Span): Money | null {
  if (gap === 0) return noMoney;
  return burnRate && chargeToMoney(priceToCharge(burnRate, gap));
}
