import type { AccountObservation, Part, PollResult } from '../../../model/facts/observation.ts';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { atLeast, type HourlyPrice, hourlyPrice, type Money, money } from '../../../model/money/money.ts';
import type { ReportedSpend } from '../../../model/money/reported-spend.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type Answer, isWhole, mapAnswer, missingFrom } from '../../answer.ts';
import type { WireBillingAccount } from '../wire/billing-account.ts';
import type { WireInvoice } from '../wire/invoice.ts';
import type { WireTransaction } from '../wire/transaction.ts';
import { lastPaymentIn, overdueInvoicesIn } from './money-owed.ts';
import { reportedUntil } from './reported-until.ts';
import { type AccountRows, sumOfRows } from './spend-in-rows.ts';
import { unreadableFacts, withThoseBefore } from './unreadable-facts.ts';

/** The answers of one poll of a billing account; `null` for what was not due. */
export type AccountPoll = {
  readonly at: Instant;
  readonly account: Answer<WireBillingAccount>;
  /** The open invoices. */
  readonly invoices: Answer<readonly WireInvoice[]> | null;
  readonly payments: Answer<readonly WireTransaction[]> | null;
  readonly spend: AccountRows | null;
};

/** Makes the observation of a poll of a billing account. If its own record could not be read, the poll has failed. */
export function observeAccount(poll: AccountPoll, previous: AccountObservation | null = null): PollResult {
  if (poll.account.kind !== 'answered')
    return { kind: 'failed-poll', at: poll.at, because: poll.account.because };
  const account = poll.account.value;
  const { invoices, payments } = poll;
  const asked: readonly (readonly [Part, Answer<readonly ReadInPart[]> | null])[] = [
    ['account', mapAnswer(poll.account, (record) => [record])],
    ['invoices', invoices],
    ['payments', payments],
    ['spend', poll.spend?.rows ?? null],
  ];
  const answers = asked.flatMap(([part, answer]) => (answer === null ? [] : [{ part, answer }]));
  const records = new Map(
    answers.flatMap(({ part, answer }) => (answer.kind === 'answered' ? [[part, answer.value]] : [])),
  );
  const recharge = rechargeOf(account);
  const creditBalance = moneyIn(account.creditBalance);
  const isLow = recharge !== null && creditBalance !== null && !atLeast(creditBalance, recharge.low);
  const unreadable = [...records].flatMap(([part, read]) => unreadableFacts(part, read));
  return {
    kind: 'account',
    at: poll.at,
    seen: answers.filter(({ answer }) => isWhole(answer)).map(({ part }) => part),
    missing: answers.flatMap(({ part, answer }) => missingFrom(part, answer)),
    state: account.state || 'STATE_UNSPECIFIED',
    paymentTerms: account.paymentTerms ?? null,
    recharge,
    creditBalance,
    lowSince: isLow ? (previous?.lowSince ?? poll.at) : null,
    overdue: overdueInvoicesIn(invoices, poll.at, previous?.overdue ?? null),
    payment: lastPaymentIn(account.creditBalanceRecharge?.transaction, payments, previous?.payment ?? null),
    burnRate: priceIn(account.hourlySpendRate),
    burnLimit: priceIn(account.hourlySpendLimit),
    monthlySpend: moneyIn(account.monthlySpend),
    monthlySpendLimit: moneyIn(account.monthlySpendLimit),
    spend: poll.spend === null ? null : summedSpend(poll.spend),
    ...withThoseBefore(unreadable, previous?.unreadable, ({ part }) => !records.has(part)),
  };
}

/** Returns the recharge; one with unknown fields is not relied on. */
function rechargeOf({ creditBalanceRecharge: recharge }: WireBillingAccount): AccountObservation['recharge'] {
  const low = moneyIn(recharge?.low);
  const high = moneyIn(recharge?.high);
  return low && high && { low, high, auto: recharge?.autoRecharge ?? false };
}

const moneyIn = (text: string | null | undefined): Money | null => (text ? money(text) : null);
const priceIn = (text: string | null | undefined): HourlyPrice | null => (text ? hourlyPrice(text) : null);

function summedSpend({ rows, from, until }: AccountRows): ReportedSpend | null {
  if (rows.kind !== 'answered') return null;
  const figure = sumOfRows(rows.value, rows.flaws);
  return figure && { ...figure, from, until: reportedUntil(from, until) };
}
