import type { UnreadablePart } from '../../../model/facts/observation.ts';
import {
  type Charge,
  charge,
  chargeToMoney,
  hourlyPrice,
  type Money,
  noMoney,
  subtractCharges,
  sumCharges,
} from '../../../model/money/money.ts';
import type { ReportedSpend } from '../../../model/money/spend.ts';
import type { ReportedPast } from '../../../model/past-spend.ts';
import { findPeriod, type Interval } from '../../../model/time/period.ts';
import {
  computeSpan,
  earlier,
  earliest,
  findLatest,
  hours,
  type Instant,
  isoInstant,
  later,
  latest,
  milliseconds,
  minutes,
  type Span,
} from '../../../model/time/time.ts';
import type { PollOrder } from '../../cloud.ts';
import { type Answer, askList, isWhole } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { unreadableFacts } from '../../unreadable-facts.ts';
import { listBilling, type WireBillingRecord } from '../contract.ts';
import {
  type BilledHour,
  type BilledHours,
  findMissingHours,
  readBilledHours,
} from '../facts/billed-hours.ts';

/** The platform's hours begin on the hour in UTC. */
const startOfHour = (at: Instant): Instant => earlier(at, milliseconds(at % hours(1)));

/** The billed hours of an interval, oldest first, and the hours in between without a record. */
type Billed = BilledHours & {
  readonly holes: readonly Instant[];
  readonly records: readonly WireBillingRecord[];
};

/**
 * Reads the billing records of the hours that an interval touches, up to the last full hour, as the current one is still
 * open. The platform ignores unknown parameters, so only those hours of its reply count that overlap the interval.
 */
async function billedHours(cloud: CloudClient, { from, until }: Interval): Promise<Answer<Billed>> {
  const [start, end] = [startOfHour(from), startOfHour(until)];
  if (start >= end) return { kind: 'answered', value: nothingBilled, flaws: [] };
  const parameters = { startTime: isoInstant(start), endTime: isoInstant(end), bucketSize: 'hour' } as const;
  const answer = await askList(cloud, listBilling, parameters);
  if (answer.kind !== 'answered') return answer;
  const { value: records, flaws, about } = answer;
  const billed = readBilledHours(records, about, isWhole(answer));
  if ('because' in billed) return { kind: 'failed', because: `${listBilling.id}: ${billed.because}` };
  const overlapsInterval = (at: Instant) => computeSharedTime(at, { from, until }) > 0;
  const value = {
    ...billed,
    hours: billed.hours.filter((hour) => overlapsInterval(hour.from)),
    holes: findMissingHours(billed).filter(overlapsInterval),
    records,
  };
  return { kind: 'answered', value, flaws };
}

const nothingBilled: Billed = { hours: [], isAll: true, holes: [], records: [] };

/** Returns the time that the hour from an instant shares with an interval. */
const computeSharedTime = (start: Instant, { from, until }: Interval): Span =>
  milliseconds(Math.max(0, computeSpan(latest(start, from), earliest(later(start, hours(1)), until))));

/** Returns the end of the last record of use; later use may not be billed yet. `null` without such a record. */
const findRecordedEnd = ({ hours: billed }: Billed): Instant | null =>
  findLatest(
    billed.flatMap(({ from, use, credits }) =>
      use?.isZero() === true && credits.gt(noMoney) ? [] : [later(from, hours(1))],
    ),
  );

/**
 * Returns the sum of the hours within an interval, their credits, and `leftOut`, the number of hours without a record or
 * with an unreadable amount. If an hour of the time zone begins within an hour of the platform, that one is divided by time,
 * so that the parts sum up to it.
 */
function sumInterval({ hours: billed, holes }: Billed, interval: Interval) {
  const shared = billed.filter(({ from }) => computeSharedTime(from, interval) > 0);
  const computeCharges = (amountOf: (hour: BilledHour) => Money | null): Charge[] =>
    shared.flatMap((hour) => {
      const amount = amountOf(hour);
      return amount === null
        ? []
        : [charge(hourlyPrice(amount.toFixed()), computeSharedTime(hour.from, interval))];
    });
  const charges = computeCharges(({ use }) => use);
  const missing = holes.filter((at) => computeSharedTime(at, interval) > 0).length;
  return {
    total: sumCharges(charges),
    credits: sumCharges(computeCharges(({ credits }) => credits)),
    leftOut: shared.length - charges.length + missing,
  };
}

/** The time after which a charge has a billing record. */
export const longestDelay: Span = hours(3);

/** The charged resources of the account, as far as known: none, some, or some that should have been billed by now. */
export type ChargeExpectation = 'nothing' | 'something' | 'for hours';

type Order = Pick<PollOrder, 'plan' | 'at' | 'zone' | 'unsupportedLife'> & {
  readonly charging: ChargeExpectation;
};

type MonthBilled = {
  /** `null` when unknown. */
  readonly spend: ReportedSpend | null;
  readonly unreadable: readonly UnreadablePart[];
};

/**
 * Reads the spend of the running month, by whole hours of the time zone, as far as there are records. Without records
 * the spend is unknown, not zero (invariant 22), and is reported as missing if there should be some.
 */
export async function monthBilled(
  cloud: CloudClient,
  { at, zone, charging }: Pick<Order, 'at' | 'zone' | 'charging'>,
): Promise<Answer<MonthBilled>> {
  const { from } = findPeriod('month', at, zone);
  const answer = await billedHours(cloud, { from, until: at });
  if (answer.kind !== 'answered') return answer;
  const reached = findRecordedEnd(answer.value);
  if (reached === null) {
    if (computeSpan(from, at) < longestDelay || charging !== 'for hours')
      return { ...answer, value: { spend: null, unreadable: [] } };
    return { kind: 'failed', because: `${noRecords(from)}, which does not prove that nothing was spent` };
  }
  const until = latest(from, findPeriod('hour', reached, zone).from);
  const { total, credits, leftOut } = sumInterval(answer.value, { from, until });
  const missing = leftOut + answer.flaws.filter(({ kind }) => kind === 'record').length;
  const spend = {
    amount: chargeToMoney(total),
    ...{ from, until },
    ...(missing > 0 && { leftOut: missing }),
    ...(!credits.isZero() && { credits: chargeToMoney(credits) }),
    earlier: listGrowingHours(until, from).map((mark) => ({
      until: mark,
      amount: chargeToMoney(subtractCharges(total, sumInterval(answer.value, { from: mark, until }).total)),
    })),
  };
  return { ...answer, value: { spend, unreadable: unreadableFacts('spend', answer.value.records) } };
}

/** Returns the ends of the hours before a time whose records may still grow, from the start of the month on. */
const listGrowingHours = (until: Instant, from: Instant): readonly Instant[] =>
  Array.from({ length: mayGrow }, (_, index) => earlier(until, hours(index + 1))).filter((at) => at >= from);
/** The number of hours whose records may still grow. */
const mayGrow = 12;

const noRecords = (since: Instant): string =>
  `${listBilling.id}: there are no billing records since ${isoInstant(since)}`;

/** The wait after a failure. */
const pause = minutes(15);

/**
 * Reads all due past periods by one request, as records are hourly. An hour without a record cost nothing if it is before
 * the first record, if the platform's totals prove it, or if it is after the last record and nothing is charged now.
 */
export async function pastBilled(
  cloud: CloudClient,
  { plan, at, unsupportedLife, charging }: Omit<Order, 'zone'>,
): Promise<ReportedPast | null> {
  const [first] = plan.pastSpend;
  if (first === undefined) return null;
  const answer = await billedHours(cloud, { from: first.from, until: at });
  if (answer.kind !== 'answered') {
    const isUnsupported = answer.kind === 'absent';
    const until = later(at, isUnsupported ? unsupportedLife : pause);
    return { periods: [], gap: { because: answer.because, isUnsupported, until } };
  }
  const { value: billed, flaws } = answer;
  const recordsUntil = findRecordedEnd(billed);
  const settled = earlier(at, longestDelay);
  const isSettled = charging === 'nothing' && (recordsUntil !== null || flaws.length === 0);
  const reached = isSettled ? latest(recordsUntil ?? settled, settled) : recordsUntil;
  const reportedPeriods = plan.pastSpend.filter(({ until }) => reached !== null && until <= reached);
  const periods = reportedPeriods.map((period) => {
    const { total, leftOut } = sumInterval(billed, period);
    return { period, charge: total, isWhole: flaws.length === 0 && leftOut === 0 };
  });
  if (reportedPeriods.length === plan.pastSpend.length) return { periods, gap: null };
  const gap = {
    because: noRecords(reached ?? first.from),
    isUnsupported: false,
    until: later(at, pause),
  };
  return { periods, gap: gap };
}
