import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { addCharged, type ChargeWithEstimate, charged, ofCharge, toChargeWithEstimate } from './charged.ts';
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

/** The platform's own figure for usage between two instants, before credits. */
export const ReportedSpend = z.object({
  amount: StoredMoney,
  from: Instant,
  /** The time up to which usage is included; the platform updates once an hour. */
  until: Instant,
  /** The number of items with an unknown amount, which the sum leaves out; the true sum may be higher. */
  leftOut: z.number().int().optional(),
  /** Credits and refunds of that time, as a positive amount that is not subtracted; absent when there are none. */
  credits: StoredMoney.optional(),
  /** The figures up to the end of earlier hours; present only where the platform reports each hour. */
  earlier: z.array(z.object({ until: Instant, amount: StoredMoney })).optional(),
});
export type ReportedSpend = z.infer<typeof ReportedSpend>;

/** Returns a report without its hours, which nothing needs once it is weighed. */
export const withoutHours = ({ earlier: _, ...spend }: ReportedSpend): ReportedSpend => spend;

/** The known charge that the newest report lacks, because it is lower than an earlier report or than the meters. */
export const Shortfall = z.object({
  ...ofCharge,
  since: Instant,
  /** The amount of the first report that was too low, and the highest reported amount. */
  reportedThen: StoredMoney,
  highest: StoredMoney,
  /** The charge that was metered after the time that this first report covers. */
  meteredSince: StoredCharge,
});
export type Shortfall = z.infer<typeof Shortfall>;

/** The part of the newest report that neither earlier reports nor meters explain. */
export const Excess = z.object({
  charge: StoredCharge,
  since: Instant,
  /** The smallest excess of all reports since then. */
  least: StoredCharge,
});
export type Excess = z.infer<typeof Excess>;

/** The estimated charge between the end of the newest report and the first poll, at the prices of that poll. */
export const UnwatchedCharge = z.object({ from: Instant, until: Instant, charge: StoredCharge });
export type UnwatchedCharge = z.infer<typeof UnwatchedCharge>;

/**
 * The reason why spend to date decreased. `settled`: the platform has billed less than was metered for long enough.
 * `withdrawn`: the platform no longer reports an excess. `billed`: it has billed less than was estimated for the time
 * before the first poll.
 */
export const Correction = z.object({
  at: Instant,
  by: StoredCharge,
  because: z.enum(['settled', 'withdrawn', 'billed']),
});
export type Correction = z.infer<typeof Correction>;

/** The minimum amount that counts as billed beyond the meters: rounding may leave less. */
export const leastUnmetered: Money = money('1');

/** The charges that the platform billed beyond the meters, for each day from its start `from`. */
export const UnmeteredDays = z.object({
  /** The time from which all such charges are known. */
  since: Instant,
  days: z.array(z.object({ from: Instant, charge: StoredCharge })),
});
export type UnmeteredDays = z.infer<typeof UnmeteredDays>;

/**
 * A target's charges beyond the meters. `ofMonth` is their sum in the month that begins at `month`, last compared up
 * to `until`.
 */
export const UnmeteredCharges = UnmeteredDays.extend({
  month: Instant,
  until: Instant,
  ofMonth: StoredCharge,
});
export type UnmeteredCharges = z.infer<typeof UnmeteredCharges>;

/** All figures about a target's spend. */
export const Spend = z.object({
  /** The platform's last figure for the current month, and the charges that accrued after the time it covers. */
  report: z
    .object({
      spend: ReportedSpend,
      accruedSince: StoredCharge,
      /** The estimated part of `accruedSince`; absent if none is. */
      estimatedSince: StoredCharge.optional(),
      short: Shortfall.optional(),
      excess: Excess.optional(),
      corrected: Correction.optional(),
      /** Absent once a report covers the time before the first poll. */
      unwatched: UnwatchedCharge.optional(),
      /** The charge of a project under earlier accounts this month, which no report of the present one includes. */
      former: z.object(ofCharge).optional(),
      /** True from a change of account until the new account reports. */
      isOfFormer: z.literal(true).optional(),
    })
    .nullable(),
  day: Meter,
  month: Meter,
  /** Closed days, as far back as any rule's window reaches; oldest first. */
  days: z.array(Meter),
  /** The charges that the platform billed beyond the meters; absent if they never reached a dollar, or are unknown. */
  unmetered: UnmeteredDays.optional(),
  /** `null` for an account whose rate neither the platform nor its projects show. */
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
   * True if complete lists show that no resource could be started, so that the rate stays constant.
   */
  isSteady: z.literal(true).optional(),
});
export type Spend = z.infer<typeof Spend>;

export type PlatformReport = NonNullable<Spend['report']>;

export const getAccruedCharge = ({
  accruedSince,
  estimatedSince = noCharge,
}: PlatformReport): ChargeWithEstimate => charged(accruedSince, estimatedSince);

/**
 * Adds up the known charges that the newest report does not include: accrued since, not reported yet, charged to earlier
 * accounts, and estimated for the time before the first poll.
 */
export const sumUnreportedCharges = (report: PlatformReport): ChargeWithEstimate =>
  [report.short, report.former, getUnwatchedCharge(report)].reduce<ChargeWithEstimate>(
    (sum, part) => (part === undefined ? sum : addCharged(sum, toChargeWithEstimate(part))),
    getAccruedCharge(report),
  );

const getUnwatchedCharge = ({ unwatched }: PlatformReport): ChargeWithEstimate | undefined =>
  unwatched && charged(unwatched.charge, unwatched.charge);

/** Returns spend to date as a charge, which is exact. */
export const chargedToDate = (report: PlatformReport): Charge =>
  addCharges(moneyToCharge(report.spend.amount), sumUnreportedCharges(report).charge);

/** Returns spend to date: the reported amount and all charges beyond it. */
export const sumReportToDate = (report: PlatformReport): Money =>
  addMoney(report.spend.amount, chargeToMoney(sumUnreportedCharges(report).charge));

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

/** The next invoice. A figure is `null` when the platform does not report it. */
export const NextInvoice = z.object({
  total: StoredMoney.nullable(),
  at: Instant.nullable(),
  /** The total at which the invoice is issued early. */
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
