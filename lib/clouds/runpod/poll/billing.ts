import type { UnreadablePart } from '../../../model/facts/observation.ts';
import { type Charge, charge, chargeToMoney, hourlyPrice, sumCharges } from '../../../model/money/money.ts';
import type { ReportedSpend } from '../../../model/money/spend.ts';
import type { ReportedPast } from '../../../model/past-spend.ts';
import { type Interval, periodAt } from '../../../model/time/period.ts';
import {
  between,
  earlier,
  earliest,
  hours,
  type Instant,
  isoInstant,
  later,
  latest,
  latestOf,
  milliseconds,
  minutes,
  type Span,
} from '../../../model/time/time.ts';
import type { PollOrder } from '../../cloud.ts';
import { type Answer, askList, mapAnswer } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { unreadableFacts } from '../../unreadable-facts.ts';
import { listBilling, type WireBilled } from '../contract.ts';
import { instantIn } from '../facts/resources.ts';

/** The platform's hours begin on the hour in UTC. */
const startOfHour = (at: Instant): Instant => earlier(at, milliseconds(at % hours(1)));

/**
 * Reads the billing records of the hours that an interval touches, up to the last full hour: that of now is still open.
 * The platform ignores a parameter that it does not know, so the hours that it answers are held against those that were
 * asked for.
 */
async function billedHours(
  cloud: CloudClient,
  { from, until }: Interval,
): Promise<Answer<readonly WireBilled[]>> {
  const [start, end] = [startOfHour(from), startOfHour(until)];
  if (start >= end) return { kind: 'answered', value: [], flaws: [] };
  const parameters = { startTime: isoInstant(start), endTime: isoInstant(end), bucketSize: 'hour' } as const;
  const answer = await askList(cloud, listBilling, parameters);
  if (answer.kind === 'answered' && !answer.value.every(isHour)) {
    const because = `${listBilling.id}: the records do not cover the requested hours`;
    return { kind: 'failed', because };
  }
  return mapAnswer(answer, (records) => records.filter((record) => sharedWith(record, { from, until }) > 0));
}

const isHour = ({ startTime, endTime }: WireBilled): boolean => {
  const [from, until] = [instantIn(startTime), instantIn(endTime)];
  return from !== null && until !== null && between(from, until) === hours(1);
};

/** Returns the time that the hour of a record shares with an interval. */
function sharedWith({ startTime }: WireBilled, { from, until }: Interval): Span {
  const start = instantIn(startTime) ?? until;
  return milliseconds(Math.max(0, between(latest(start, from), earliest(later(start, hours(1)), until))));
}

/** Returns the time up to which there are records: what comes after the last one may not be billed yet. */
const shownUntil = (records: readonly WireBilled[]): Instant | null =>
  latestOf(records.flatMap(({ endTime }) => instantIn(endTime) ?? []));

/**
 * Returns the sum of records within an interval, and how many have no readable amount. Where an hour of the time zone
 * begins within one of the platform, that one is divided by time, so that its parts sum up to the whole.
 */
function sumWithin(records: readonly WireBilled[], interval: Interval) {
  const shared = records.filter((record) => sharedWith(record, interval) > 0);
  const charges = shared.flatMap((record): Charge[] =>
    record.totalAmount ? [charge(hourlyPrice(record.totalAmount), sharedWith(record, interval))] : [],
  );
  return { total: sumCharges(charges), leftOut: shared.length - charges.length };
}

/** The time after which a charge has a billing record. */
export const longestDelay: Span = hours(3);

/** The charged resources of the account, as far as known: none, some, or some that should have been billed by now. */
export type Charging = 'nothing' | 'something' | 'for hours';

type Order = Pick<PollOrder, 'plan' | 'at' | 'zone' | 'unsupportedLife'> & { readonly charging: Charging };

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
  const { from } = periodAt('month', at, zone);
  const answer = await billedHours(cloud, { from, until: at });
  if (answer.kind !== 'answered') return answer;
  const reached = shownUntil(answer.value);
  if (reached === null) {
    if (between(from, at) < longestDelay || charging !== 'for hours')
      return { ...answer, value: { spend: null, unreadable: [] } };
    return { kind: 'failed', because: `${noRecords(from)}, which does not prove that nothing was spent` };
  }
  const until = latest(from, periodAt('hour', reached, zone).from);
  const { total, leftOut } = sumWithin(answer.value, { from, until });
  const missing = leftOut + answer.flaws.filter(({ kind }) => kind === 'record').length;
  const spend = { amount: chargeToMoney(total), from, until, ...(missing > 0 && { leftOut: missing }) };
  return { ...answer, value: { spend, unreadable: unreadableFacts('spend', answer.value) } };
}

const noRecords = (since: Instant): string =>
  `${listBilling.id}: there are no billing records since ${isoInstant(since)}`;

/** The wait after a failure. */
const pause = minutes(15);

/**
 * Reads the past periods that are due by one request, as records come by the hour. An hour without a record cost nothing
 * where there is a record of later time, or where nothing is charged now: by the platform's document the records of an interval are
 * all that was spent in it, so that none is no spend, unless what is charged contradicts that.
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
  const { value: records, flaws } = answer;
  const recordsUntil = shownUntil(records);
  const settled = earlier(at, longestDelay);
  const isSettled = charging === 'nothing' && (recordsUntil !== null || flaws.length === 0);
  const reached = isSettled ? latest(recordsUntil ?? settled, settled) : recordsUntil;
  const reportedPeriods = plan.pastSpend.filter(({ until }) => reached !== null && until <= reached);
  const periods = reportedPeriods.map((period) => {
    const { total, leftOut } = sumWithin(records, period);
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
