import {
  type ChargeWithEstimate,
  charged,
  toChargeWithEstimate,
  getEstimatedCharge,
  nothingCharged,
  sumCharged,
} from '../../model/money/charged.ts';
import { amountInWords } from '../../model/money/estimate.ts';
import {
  type Charge,
  chargeToMoney,
  computeDifference,
  largerCharge,
  money,
  moneyInWords,
  moneyToCharge,
  noCharge,
  noMoney,
  subtractCharges,
} from '../../model/money/money.ts';
import { chargedToDate, sumUnreportedCharges } from '../../model/money/spend.ts';
import { beginOneMonth, type Interval } from '../../model/time/period.ts';
import type { Head } from '../../state/head.ts';

/** `confirmed` is what of the metered estimates the platform has billed meanwhile, so that no total calls it an estimate. */
export type BeyondHours = ChargeWithEstimate & { readonly confirmed: Charge };

export const nothingBeyond: BeyondHours = { ...nothingCharged, confirmed: noCharge };

/**
 * Returns what spend to date holds beyond the metered hours of the running month, so that the month has one sum everywhere: hours and
 * charges that the platform bills for the whole month only, and the estimate for the time before the first poll. Less than nothing
 * where the platform bills less than was metered. `null` unless the interval is that month up to the last poll, of which there is a report.
 */
export function beyondHours(head: Head | undefined, { from, until }: Interval): BeyondHours | null {
  if (head?.observation == null || head.meters === null || head.report === null) return null;
  const { month } = head.meters;
  const { report } = head;
  const isMonth = from === month.period.from && until >= head.observation.at && until <= month.period.until;
  if (!isMonth || !beginOneMonth(report.spend.from, from)) return null;
  const beyond = sumUnreportedCharges(report);
  return {
    ...charged(
      subtractCharges(chargedToDate(report), month.charge),
      largerCharge(noCharge, subtractCharges(getEstimatedCharge(beyond), getEstimatedCharge(month))),
    ),
    confirmed: largerCharge(noCharge, subtractCharges(getEstimatedCharge(month), getEstimatedCharge(beyond))),
  };
}

/** Returns the same of the running months of several targets; `null` under a cent. */
export function beyondHoursOfMonth(heads: readonly Head[]): ChargeWithEstimate | null {
  return fromACent(
    sumCharged(
      heads.flatMap((head) => {
        if (head.meters === null || head.observation === null) return [];
        const { from } = head.meters.month.period;
        return beyondHours(head, { from, until: head.observation.at }) ?? [];
      }),
    ),
  );
}

/** Returns an amount of no hour; `null` under a cent. */
export const fromACent = (beyond: ChargeWithEstimate): ChargeWithEstimate | null =>
  beyond.charge.abs().lt(aCent) ? null : toChargeWithEstimate(beyond);

const aCent = moneyToCharge(money('0.01'));

/** Says that an amount is of no hour, so that what is shown by the hour does not pass for the whole month. */
export function beyondHoursInWords(beyond: ChargeWithEstimate): string {
  const amount = chargeToMoney(beyond.charge);
  if (amount.lt(noMoney))
    return `the platform bills ${moneyInWords(computeDifference(amount, noMoney))} less for this month than was metered by the hour`;
  return `${amountInWords(amount, chargeToMoney(getEstimatedCharge(beyond)))} of this month is of no hour: billed for the month, or estimated for the time before the first poll`;
}
