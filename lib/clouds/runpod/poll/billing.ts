import { type Money, money, moneyToCharge, sumMoney } from '../../../model/money/money.ts';
import type { ReportedSpend } from '../../../model/money/spend.ts';
import type { ReportedPast } from '../../../model/past-spend.ts';
import { type Interval, periodAt } from '../../../model/time/period.ts';
import {
  between,
  earlier,
  hours,
  type Instant,
  isoInstant,
  later,
  latest,
  milliseconds,
  minutes,
} from '../../../model/time/time.ts';
import type { PollOrder } from '../../cloud.ts';
import { type Answer, askList, mapAnswer } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { listBilling, type WireBilled } from '../contract.ts';
import { instantIn } from '../facts/resources.ts';

/** What was billed in an hour; `null` where its amount could not be read. */
type Hour = { readonly from: Instant; readonly amount: Money | null };

/**
 * Reads what was billed in the whole hours of an interval. The platform ignores a parameter that it does not know, so the
 * hours that it answers are held against those that were asked for.
 */
export async function billedHours(
  cloud: CloudClient,
  { from, until }: Interval,
): Promise<Answer<readonly Hour[]>> {
  if (between(from, until) < hours(1)) return { kind: 'answered', value: [], flaws: [] };
  const asked = { startTime: isoInstant(from), endTime: isoInstant(until), bucketSize: 'hour' } as const;
  const answer = await askList(cloud, listBilling, asked);
  if (answer.kind === 'answered' && !answer.value.every(isHour))
    return {
      kind: 'failed',
      because: `${listBilling.id}: the records are not of the hours that were asked for`,
    };
  return mapAnswer(answer, (records) =>
    records.flatMap(({ startTime, totalAmount }) => {
      const at = instantIn(startTime);
      const amount = totalAmount ? money(totalAmount) : null;
      return at === null || at < from || at >= until ? [] : [{ from: at, amount }];
    }),
  );
}

const isHour = ({ startTime, endTime }: WireBilled): boolean => {
  const [from, until] = [instantIn(startTime), instantIn(endTime)];
  return from !== null && until !== null && between(from, until) === hours(1);
};

const sumOf = (billed: readonly Hour[]) => ({
  amount: sumMoney(billed.flatMap(({ amount }) => amount ?? [])),
  leftOut: billed.filter(({ amount }) => amount === null).length,
});

/** Reads the spend of the running month, up to the last full hour: the bucket of now is still open. */
export async function monthBilled(
  cloud: CloudClient,
  { at, zone }: Pick<PollOrder, 'at' | 'zone'>,
): Promise<Answer<ReportedSpend>> {
  const { from } = periodAt('month', at, zone);
  const until = latest(from, earlier(at, milliseconds(at % hours(1))));
  const answer = await billedHours(cloud, { from, until });
  if (answer.kind !== 'answered') return answer;
  const lost = answer.flaws.filter(({ kind }) => kind === 'record').length;
  const { amount, leftOut } = sumOf(answer.value);
  const missing = leftOut + lost;
  return { ...answer, value: { amount, from, until, ...(missing > 0 && { leftOut: missing }) } };
}

/** The wait after a failure. */
const pause = minutes(15);

/** Reads the past periods that are due by one request, as records come by the hour. */
export async function pastBilled(
  cloud: CloudClient,
  { plan, at, unsupportedLife }: Pick<PollOrder, 'plan' | 'at' | 'unsupportedLife'>,
): Promise<ReportedPast | null> {
  const [first] = plan.pastSpend;
  const last = plan.pastSpend.at(-1);
  if (first === undefined || last === undefined) return null;
  const answer = await billedHours(cloud, { from: first.from, until: last.until });
  if (answer.kind !== 'answered') {
    const isUnsupported = answer.kind === 'absent';
    const until = later(at, isUnsupported ? unsupportedLife : pause);
    return { periods: [], lacking: { because: answer.because, isUnsupported, until } };
  }
  const isComplete = answer.flaws.length === 0;
  const periods = plan.pastSpend.map((period) => {
    const billed = answer.value.filter(({ from }) => from >= period.from && from < period.until);
    const { amount, leftOut } = sumOf(billed);
    return { period, charge: moneyToCharge(amount), isWhole: isComplete && leftOut === 0 };
  });
  return { periods, lacking: null };
}
