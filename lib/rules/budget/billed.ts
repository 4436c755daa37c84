import { chargeToMoney, type Money, noMoney, subtractMoney, sumCharges } from '../../model/money/money.ts';
import { leastUnmetered, type Spend, sumReportToDate } from '../../model/money/spend.ts';
import type { Interval } from '../../model/time/period.ts';
import { hours, type Instant } from '../../model/time/time.ts';

/** Returns what of an amount another one does not hold. */
export const subtractHeld = (amount: Money, held: Money): Money =>
  amount.gt(held) ? subtractMoney(amount, held) : noMoney;

/** Returns what the platform billed in an interval beyond the meters; zero under a dollar, which rounding may leave over. */
export function sumUnmeteredBill({ unmetered }: Spend, { from, until }: Interval): Money {
  const ofDays = (unmetered?.days ?? []).filter((day) => {
    // After a change of the time zone days straddle the ends of an interval.
    const middle = day.from + halfADay;
    return from <= middle && middle < until;
  });
  const sum = chargeToMoney(sumCharges(ofDays.map(({ charge }) => charge)));
  return sum.gte(leastUnmetered) ? sum : noMoney;
}
const halfADay = hours(12);

/** Returns what the bill of the month holds beyond its meter and what is counted of it, where it may be of the interval. */
export function restOfBill(spend: Spend, { from }: Interval, counted: Money, now: Instant): Money | null {
  if (spend.unmetered !== undefined && spend.unmetered.since <= from) return null;
  const unmetered = computeUnmeteredSpend(spend, now);
  const rest = unmetered === null ? noMoney : subtractHeld(unmetered, counted);
  return rest.gte(leastUnmetered) ? rest : null;
}

/** Returns what the bill of the month holds beyond its meter, where both are of the same time; `null` under a dollar. */
function computeUnmeteredSpend(spend: Spend, now: Instant): Money | null {
  if (spend.month.since > spend.month.period.from) return null;
  const unattributed = computeUnattributedSpend(spend, now);
  return unattributed?.gte(leastUnmetered) ? unattributed : null;
}

/** Returns by how much the month's spend to date exceeds all that was metered: what no resource accounts for. */
export function computeUnattributedSpend({ report, month }: Spend, at: Instant): Money | null {
  if (report === null || at < month.period.from) return null;
  const rest = subtractMoney(sumReportToDate(report), chargeToMoney(month.charge));
  return rest.gt(noMoney) ? rest : null;
}
