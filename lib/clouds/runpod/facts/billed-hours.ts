import { groupByKey } from '../../../model/grouped-by.ts';
import {
  computeDifference,
  largerMoney,
  type Money,
  money,
  noMoney,
  subtractMoney,
  sumMoney,
} from '../../../model/money/money.ts';
import { computeSpan, hours, type Instant, later } from '../../../model/time/time.ts';
import { listStatedAmounts, type WireBillingRecord, WireBillingTotals } from '../contract.ts';
import { readPodInstant } from './resources.ts';

/** The bill of an account for an hour. */
export type BilledHour = {
  readonly from: Instant;
  /** The use before credits; `null` where it is unknown. */
  readonly use: Money | null;
  readonly credits: Money;
};

export type BilledHours = {
  readonly hours: readonly BilledHour[];
  /** True if the platform's own totals prove that these are all: an hour without a record then cost nothing. */
  readonly isAll: boolean;
};

/** The difference that sums may have, as each amount is rounded by itself. */
const aCent = money('0.01');

/**
 * Returns the hours of billing records, or why the records contradict the reply. The platform has one record for each hour,
 * so a repeated hour counts once, unless the reply's own total includes the repetitions.
 */
export function readBilledHours(
  records: readonly WireBillingRecord[],
  statement: unknown,
  isWhole: boolean,
): BilledHours | { readonly because: string } {
  const allHours = records.flatMap(readHour);
  if (allHours.length < records.length) return { because: 'the records do not cover the requested hours' };
  const distinctHours = eachOnce(allHours);
  const { recordCount, totals } = WireBillingTotals.safeParse(statement).data ?? {};
  const total = totals?.totalAmount;
  const isReadable = isWhole && allHours.every(({ use }) => use !== null);
  if (recordCount != null && recordCount > records.length && isWhole)
    return { because: `there are ${records.length} records, and the reply says ${recordCount}` };
  if (total == null || !isReadable) return { hours: distinctHours, isAll: false };
  const fitting = [distinctHours, allHours].find((list) => isNearlyEqual(sumBilledHours(list), money(total)));
  if (fitting !== undefined) return { hours: fitting, isAll: true };
  return {
    because: `the records sum up to ${sumBilledHours(distinctHours).toFixed(2)} USD, and the reply says ${total} USD`,
  };
}

/** Returns the hour of a record; none if the record covers another time. A credit may cover any time. */
function readHour(record: WireBillingRecord): readonly BilledHour[] {
  const [from, until] = [readPodInstant(record.startTime), readPodInstant(record.endTime)];
  if (from === null || until === null) return [];
  const { use, credits } = computeUseAndCredits(record);
  const isCredit = use?.isZero() === true && credits.gt(noMoney);
  return isCredit || computeSpan(from, until) === hours(1) ? [{ from, use, credits }] : [];
}

/** Returns the use of a record and its credits. The total may be net of credits, while the stated parts are not. */
function computeUseAndCredits(record: WireBillingRecord): Pick<BilledHour, 'use' | 'credits'> {
  if (!record.totalAmount) return { use: null, credits: noMoney };
  const total = money(record.totalAmount);
  const used = sumMoney(
    listStatedAmounts(record)
      .map(money)
      .filter((part) => part.gt(noMoney)),
  );
  const isNetted = used.gt(total) && !isNearlyEqual(used, total);
  const use = largerMoney(isNetted ? used : total, noMoney);
  return { use, credits: subtractMoney(use, total) };
}

/** Returns each hour once, with its highest figure, and each distinct credit. */
function eachOnce(all: readonly BilledHour[]): readonly BilledHour[] {
  return [...groupByKey(all, ({ from }) => from).values()].flatMap((same) => {
    const uses = same.filter(({ use, credits }) => use?.isZero() !== true || credits.isZero());
    const credits = same.filter((hour) => !uses.includes(hour));
    const [highest] = uses.toSorted((left, right) => (right.use ?? noMoney).cmp(left.use ?? noMoney));
    const distinct = [...groupByKey(credits, (hour) => hour.credits.toFixed()).values()].map(
      ([hour]) => hour,
    );
    return highest === undefined ? distinct : [highest, ...distinct];
  });
}

const sumBilledHours = (list: readonly BilledHour[]): Money =>
  sumMoney(list.map(({ use, credits }) => subtractMoney(use ?? noMoney, credits)));

const isNearlyEqual = (amount: Money, other: Money): boolean => computeDifference(amount, other).lte(aCent);

/** Returns the hours between the first and the last record that have none. */
export function findMissingHours({ hours: known, isAll }: BilledHours): readonly Instant[] {
  if (isAll) return [];
  const starts = [...new Set(known.map(({ from }) => from))].sort((left, right) => left - right);
  return starts.slice(1).flatMap((next, index) => {
    const holes: Instant[] = [];
    for (let at = later(starts[index] ?? next, hours(1)); at < next; at = later(at, hours(1))) holes.push(at);
    return holes;
  });
}
