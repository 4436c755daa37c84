import { chargeToMoney, type Money, noMoney, subtractMoney, sumCharges } from '../../model/money/money.ts';
import { leastUnmetered, type Spend, sumReportToDate } from '../../model/money/spend.ts';
import type { Interval } from '../../model/time/period.ts';
import { hours, type Instant } from '../../model/time/time.ts';

/** Returns the part of an amount that exceeds `held`; zero if none does. */
export const subtractHeld = (amount: Money, held: Money): Money =>
  amount.gt(held) ? subtractMoney(amount, held) : noMoney;

/** Returns the amount billed in an interval that no meter counted; zero under a dollar, which may be rounding. */
export function sumUnmeteredBill({ unmetered }: Spend, { from, until }: Interval): Money {
  const ofDays = (unmetered?.days ?? []).filter((day) => {
    // After a change of the time zone, days straddle the ends of an interval.
    const middle = day.from + halfADay;
    return from <= middle && middle < until;
  });
  const sum = chargeToMoney(sumCharges(ofDays.map(({ charge }) => charge)));
  return sum.gte(leastUnmetered) ? sum : noMoney;
}
const halfADay = hours(12);

/**
 * Returns the part of the month's bill that neither its meter nor `counted` includes; `null` if it is under a
 * dollar, or if daily figures cover the interval.
 */
export function restOfBill(spend: Spend, { from }: Interval, counted: Money, now: Instant): Money | null {
  if (spend.unmetered !== undefined && spend.unmetered.since <= from) return null;
  const unmetered = computeUnmeteredSpend(spend, now);
  const uncounted = unmetered === null ? noMoney : subtractHeld(unmetered, counted);
  return uncounted.gte(leastUnmetered) ? uncounted : null;
}

/**
 * Returns the month's bill beyond its meter; `null` under a dollar, or if the meter does not cover the month from
 * its start.
 */
function computeUnmeteredSpend(spend: Spend, now: Instant): Money | null {
  if (spend.month.since > spend.month.period.from) return null;
  const unattributed = computeUnattributedSpend(spend, now);
  return unattributed?.gte(leastUnmetered) ? unattributed : null;
}

/** Returns the part of the month's spend to date that no meter accounts for; `null` if there is none or no report. */
export function computeUnattributedSpend({ report, month }: Spend, at: Instant): Money | null {
  if (report === null || at < month.period.from) return null;
  const unattributed = subtractMoney(sumReportToDate(report), chargeToMoney(month.charge));
  return unattributed.gt(noMoney) ? unattributed : null;
}
