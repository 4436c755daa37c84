import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { addCharged, type ChargeWithEstimate, charged, toChargeWithEstimate, ofCharge } from './charged.ts';
import { Meter } from './meter.ts';
import {
  addCharges,
  addMoney,
  type Charge,
  chargeToMoney,
  type Money,
  money,
  moneyToCharge,
  noCharge,
  StoredCharge,
  StoredMoney,
  StoredPrice,
} from './money.ts';

/** The platform's own figure for the use from one instant up to another, before credits. */
export const ReportedSpend = z.object({
  amount: StoredMoney,
  from: Instant,
  /** The time up to which usage is included; the platform updates once an hour. */
  until: Instant,
  /** The number of items with an unknown amount, which the sum leaves out; the true sum may be higher. */
  leftOut: z.number().int().optional(),
  /** Credits and refunds of that time, as a positive amount; they are not subtracted. Absent where there are none. */
  credits: StoredMoney.optional(),
  /** The figure up to earlier hours, as the platform states it now; only where it states its hours apart. */
  earlier: z.array(z.object({ until: Instant, amount: StoredMoney })).optional(),
});
export type ReportedSpend = z.infer<typeof ReportedSpend>;

/** Returns a report without its hours, which nothing needs once it is weighed. */
export const withoutHours = ({ earlier: _, ...spend }: ReportedSpend): ReportedSpend => spend;

/** The charge that is known beyond the newest report, which is smaller than what was reported before, or than what was metered. */
export const Shortfall = z.object({
  ...ofCharge,
  since: Instant,
  /** The amount of the first such report, and the highest one that was reported. */
  reportedThen: StoredMoney,
  highest: StoredMoney,
  /** The charge that was metered since the time that the first such report covers. */
  meteredSince: StoredCharge,
});
export type Shortfall = z.infer<typeof Shortfall>;

/** The part of the newest report that neither earlier reports nor meters explain. */
export const Excess = z.object({
  charge: StoredCharge,
  since: Instant,
  /** The least of it in all reports since. */
  least: StoredCharge,
});
export type Excess = z.infer<typeof Excess>;

/** The estimated charge between the end of the newest report and the first poll: prices of the first poll, times the time. */
export const UnwatchedCharge = z.object({ from: Instant, until: Instant, charge: StoredCharge });
export type UnwatchedCharge = z.infer<typeof UnwatchedCharge>;

/**
 * Why spend to date became less. `settled`: the platform has billed less than was metered, for long enough. `withdrawn`: the
 * platform no longer reports an excess. `billed`: it has billed less than was estimated for the time before the first poll.
 */
export const Correction = z.object({
  at: Instant,
  by: StoredCharge,
  because: z.enum(['settled', 'withdrawn', 'billed']),
});
export type Correction = z.infer<typeof Correction>;

/** The least amount that counts as billed beyond the meters, as rounding may leave over less. */
export const leastUnmetered: Money = money('1');

/** The charges that the platform billed beyond the meters, by the day on which it began. */
export const UnmeteredDays = z.object({
  /** The time from which on all of it is known. */
  since: Instant,
  days: z.array(z.object({ from: Instant, charge: StoredCharge })),
});
export type UnmeteredDays = z.infer<typeof UnmeteredDays>;

/** The same of one target, with the month's sum that its bill was last compared for, and the time that this covers. */
export const UnmeteredCharges = UnmeteredDays.extend({
  month: Instant,
  until: Instant,
  ofMonth: StoredCharge,
});
export type UnmeteredCharges = z.infer<typeof UnmeteredCharges>;

/** All figures about a target's spend. */
export const Spend = z.object({
  /** The platform's last figure for the running month, and what has accrued after the time it covers. */
  report: z
    .object({
      spend: ReportedSpend,
      accruedSince: StoredCharge,
      /** The part of what accrued since that is an estimate; absent if none is. */
      estimatedSince: StoredCharge.optional(),
      short: Shortfall.optional(),
      excess: Excess.optional(),
      corrected: Correction.optional(),
      /** Absent once a report covers the time before the first poll. */
      unwatched: UnwatchedCharge.optional(),
      /** The charge of a project in the month under other accounts, which no report of the present one shows. */
      former: z.object(ofCharge).optional(),
      /** True from a change of the account until that account reports. */
      isOfFormer: z.literal(true).optional(),
    })
    .nullable(),
  day: Meter,
  month: Meter,
  /** Closed days, as far back as any rule's window reaches; oldest first. */
  days: z.array(Meter),
  /** The charges that the platform billed beyond the meters; absent where that never came to a dollar, or is unknown. */
  unmetered: UnmeteredDays.optional(),
  /** `null` for an account of which neither the platform nor its projects show one. */
  burnRate: StoredPrice.nullable(),
  /** The part of the burn rate that is an estimate; absent if none is. */
  estimatedRate: StoredPrice.optional(),
  /** The part of the burn rate that is charged even if the resources are deleted. */
  committedRate: StoredPrice,
  /** The current cost of the resources that a group's budget names; absent for any other target. */
  named: z
    .object({ burnRate: StoredPrice, estimatedRate: StoredPrice.optional(), committedRate: StoredPrice })
    .optional(),
  /**
   * True if nothing is left that could be started, as complete lists prove: what remains, such as storage, goes on costing what it
   * costs now.
   */
  isSteady: z.literal(true).optional(),
});
export type Spend = z.infer<typeof Spend>;

export type PlatformReport = NonNullable<Spend['report']>;

/** Returns what has accrued after the time that a report covers. */
export const getAccruedCharge = ({
  accruedSince,
  estimatedSince = noCharge,
}: PlatformReport): ChargeWithEstimate => charged(accruedSince, estimatedSince);

/**
 * Returns what is known beyond the newest report: what accrued since, what the report does not show yet, what other accounts were
 * charged, and the estimate for the time before the first poll.
 */
export const sumUnreportedCharges = (report: PlatformReport): ChargeWithEstimate =>
  [report.short, report.former, unwatchedIn(report)].reduce<ChargeWithEstimate>(
    (sum, part) => (part === undefined ? sum : addCharged(sum, toChargeWithEstimate(part))),
    getAccruedCharge(report),
  );

const unwatchedIn = ({ unwatched }: PlatformReport): ChargeWithEstimate | undefined =>
  unwatched && charged(unwatched.charge, unwatched.charge);

/** Returns spend to date as a charge, which is exact. */
export const chargedToDate = (report: PlatformReport): Charge =>
  addCharges(moneyToCharge(report.spend.amount), sumUnreportedCharges(report).charge);

/** Returns what is known to be spent by now. */
export const sumReportToDate = (report: PlatformReport): Money =>
  addMoney(report.spend.amount, chargeToMoney(sumUnreportedCharges(report).charge));

/** Returns a report with what has accrued after the time that it covers. */
export const buildPlatformReport = (spend: ReportedSpend, since: ChargeWithEstimate): PlatformReport => ({
  spend,
  accruedSince: since.charge,
  ...(since.estimated && { estimatedSince: since.estimated }),
});

/** Open invoices of a billing account that are past their due date. */
export const OverdueInvoices = z.object({
  count: z.number().int(),
  /** The amount; `null` when the platform does not report all of it in USD. */
  amount: StoredMoney.nullable(),
  /** The earliest due date; `null` when nothing is overdue. */
  since: Instant.nullable(),
});
export type OverdueInvoices = z.infer<typeof OverdueInvoices>;

/** The invoice that comes next. Each figure is `null` when the platform does not report it. */
export const NextInvoice = z.object({
  total: StoredMoney.nullable(),
  at: Instant.nullable(),
  /** The total from which it comes before its time. */
  threshold: StoredMoney.nullable(),
});
export type NextInvoice = z.infer<typeof NextInvoice>;

/** The newest payment into a billing account that has succeeded or failed. */
export const LastPayment = z.object({
  at: Instant,
  amount: StoredMoney.nullable(),
  isRecharge: z.boolean(),
  /** The first failure since a payment last succeeded; `null` when this one succeeded. */
  failedSince: Instant.nullable(),
  /** The platform's reason for the failure of this payment; absent when it gave none. */
  failedBecause: z.string().optional(),
});
export type LastPayment = z.infer<typeof LastPayment>;
