import {
  type ChargeWithEstimate,
  charged,
  getEstimatedCharge,
  nothingCharged,
  sumCharged,
  toChargeWithEstimate,
} from '../../model/money/charged.ts';
import { amountInWords } from '../../model/money/estimate.ts';
import {
  aCent,
  type Charge,
  chargeToMoney,
  computeDifference,
  largerCharge,
  moneyInWords,
  noCharge,
  noMoney,
  subtractCharges,
} from '../../model/money/money.ts';
import { chargedToDate, sumUnreportedCharges } from '../../model/money/spend.ts';
import { beginOneMonth, type Interval } from '../../model/time/period.ts';
import type { Head } from '../../state/head.ts';

/** Charges of no metered hour; `confirmed` is the part of the metered estimates that the platform has billed since. */
export type BeyondHours = ChargeWithEstimate & { readonly confirmed: Charge };

export const nothingBeyond: BeyondHours = { ...nothingCharged, confirmed: noCharge };

/**
 * Returns the part of the spend to date that is not in the metered hours of the running month: charges billed for the whole
 * month, and the estimate for the time before the first poll. It is negative if the platform bills less than was metered.
 * Returns `null` if there is no report, or the interval is not the running month up to the last poll.
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

/** Returns the sum of `beyondHours` over the running months of several targets; `null` if it is less than a cent. */
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

/** Returns an amount of no metered hour; `null` if it is less than a cent. */
export const fromACent = (beyond: ChargeWithEstimate): ChargeWithEstimate | null =>
  beyond.charge.abs().lt(aCent) ? null : toChargeWithEstimate(beyond);

/** Returns a note for figures by the hour, which lack this amount of the month. */
export function beyondHoursInWords(beyond: ChargeWithEstimate): string {
  const amount = chargeToMoney(beyond.charge);
  if (amount.lt(noMoney))
    return `the platform bills ${moneyInWords(computeDifference(amount, noMoney))} less for this month than was metered by the hour`;
  return `${amountInWords(amount, chargeToMoney(getEstimatedCharge(beyond)))} of this month is of no hour: billed for the month, or estimated for the time before the first poll`;
}
