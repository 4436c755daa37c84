import type { AccountStanding, PaymentTerms } from '../../../model/facts/account-standing.ts';
import type { AccountObservation, Part, PollResult } from '../../../model/facts/observation.ts';
import { isUnreadable, type UnreadableFields } from '../../../model/facts/unreadable.ts';
import {
  addMoney,
  atLeast,
  centsToMoney,
  type HourlyPrice,
  hourlyPrice,
  type Money,
  money,
  noMoney,
} from '../../../model/money/money.ts';
import type { LastPayment, NextInvoice, OverdueInvoices, ReportedSpend } from '../../../model/money/spend.ts';
import { earliest, findEarliest, type Instant, instant, readInstant } from '../../../model/time/time.ts';
import { unsafeCharacters } from '../../../model/unsafe-characters.ts';
import { type Answer, isNotFound, isWhole, listMissingParts, mapAnswer } from '../../http/answer.ts';
import { unreadableFacts, withEarlierFacts } from '../../unreadable-facts.ts';
import type {
  WireBillingAccount,
  WireInvoice,
  WirePayment,
  WireTransaction,
} from '../wire/billing-account.ts';
import { type AccountRows, computeReportedEnd, sumOfRows } from './spend-in-rows.ts';

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
    return {
      kind: 'failed-poll',
      at: poll.at,
      because: poll.account.because,
      isGone: isNotFound(poll.account),
    };
  const account = poll.account.value;
  const { invoices, payments } = poll;
  const partAnswers: readonly (readonly [Part, Answer<readonly UnreadableFields[]> | null])[] = [
    ['account', mapAnswer(poll.account, (record) => [record])],
    ['invoices', invoices],
    ['payments', payments],
    ['spend', poll.spend?.rows ?? null],
  ];
  const answers = partAnswers.flatMap(([part, answer]) => (answer === null ? [] : [{ part, answer }]));
  const records = new Map(
    answers.flatMap(({ part, answer }) => (answer.kind === 'answered' ? [[part, answer.value]] : [])),
  );
  const recharge = readRecharge(account);
  const creditBalance = readMoney(account.creditBalance);
  const isLow = recharge !== null && creditBalance !== null && !atLeast(creditBalance, recharge.low);
  const nextInvoice = readNextInvoice(account);
  const unreadable = [...records].flatMap(([part, values]) => unreadableFacts(part, values));
  return {
    kind: 'account',
    cloud: 'compute',
    at: poll.at,
    seen: answers.filter(({ answer }) => isWhole(answer)).map(({ part }) => part),
    missing: answers.flatMap(({ part, answer }) => listMissingParts(part, answer)),
    ...readStanding(account),
    paymentTerms: readPaymentTerms(account),
    recharge,
    creditBalance,
    lowSince: isLow ? (previous?.lowSince ?? poll.at) : null,
    overdue: sumOverdueInvoices(invoices, poll.at, previous?.overdue ?? null),
    payment: findLastPayment(account.creditBalanceRecharge?.transaction, payments, previous?.payment ?? null),
    ...(nextInvoice && { nextInvoice }),
    burnRate: readHourlyPrice(account.hourlySpendRate),
    burnLimit: readHourlyPrice(account.hourlySpendLimit),
    monthlySpend: readMoney(account.monthlySpend),
    monthlySpendLimit: readMoney(account.monthlySpendLimit),
    spend: poll.spend === null ? null : summedSpend(poll.spend),
    ...withEarlierFacts(unreadable, previous?.unreadable, ({ part }) => !records.has(part)),
  };
}

const standings: ReadonlyMap<string, AccountStanding> = new Map([
  ['STATE_ACTIVE', 'active'],
  ['STATE_UNSPECIFIED', 'unspecified'],
  ['STATE_SUSPENDED_PAYMENT', 'unpaid'],
  ['STATE_SUSPENDED_ABUSE', 'abused'],
  ['STATE_DELETED', 'deleted'],
]);

/** Returns the standing of an account, and its state in words, such as "suspended payment" for "STATE_SUSPENDED_PAYMENT". */
function readStanding({ state }: WireBillingAccount): Pick<AccountObservation, 'standing' | 'state'> {
  const stateName = state || 'STATE_UNSPECIFIED';
  return {
    standing: standings.get(stateName) ?? 'unknown',
    state: formatCode(stateName.replace(/^STATE_/, '')).toLowerCase(),
  };
}

/** Reads the payment terms from their name, which mentions "invoice" or "prepaid"; any other is unknown. */
function readPaymentTerms({ paymentTerms }: WireBillingAccount): PaymentTerms {
  if (/invoice/i.test(paymentTerms ?? '')) return 'invoiced';
  return /prepaid/i.test(paymentTerms ?? '') ? 'prepaid' : 'unknown';
}

/** Returns the automatic recharge; `null` unless both amounts are known. An unreadable `autoRecharge` counts as off. */
function readRecharge({
  creditBalanceRecharge: recharge,
}: WireBillingAccount): AccountObservation['recharge'] {
  const low = readMoney(recharge?.low);
  const high = readMoney(recharge?.high);
  return low && high && { low, high, auto: recharge?.autoRecharge ?? false };
}

/** Returns the next invoice, whatever the payment terms; `null` if the account reports nothing about one. */
function readNextInvoice(account: WireBillingAccount): NextInvoice | null {
  const total = readMoney(account.nextInvoiceTotal);
  const at = (account.invoiceTime ? readInstant(account.invoiceTime) : null) ?? null;
  const limit = readMoney(account.billingThreshold);
  // A threshold that was never set may arrive as zero.
  const threshold = limit?.gt(noMoney) ? limit : null;
  return total === null && at === null && threshold === null ? null : { total, at, threshold };
}

const readMoney = (text: string | null | undefined): Money | null => (text ? money(text) : null);
const readHourlyPrice = (text: string | null | undefined): HourlyPrice | null =>
  text ? hourlyPrice(text) : null;

function summedSpend({ rows, from, until }: AccountRows): ReportedSpend | null {
  if (rows.kind !== 'answered') return null;
  const figure = sumOfRows(rows.value, rows.flaws);
  return figure && { ...figure, from, until: computeReportedEnd(from, until) };
}

type Payment = Omit<LastPayment, 'failedSince'> & { readonly hasFailed: boolean };

/** Sums up overdue invoices. An incomplete answer never clears the previous ones. */
export function sumOverdueInvoices(
  answer: Answer<readonly WireInvoice[]> | null,
  at: Instant,
  previous: OverdueInvoices | null,
): OverdueInvoices | null {
  if (answer?.kind === 'absent') return null;
  if (answer?.kind !== 'answered') return previous;
  const open = answer.value.filter(isOpen);
  const late = open.filter((invoice) => (readDueTime(invoice) ?? at) < at);
  const since = findEarliest(late.flatMap((invoice) => readDueTime(invoice) ?? []));
  if (since !== null) return { count: late.length, amount: sumRemainingAmounts(late), since };
  const isAllKnown =
    isWhole(answer) &&
    open.every((invoice) => readDueTime(invoice) !== null && !isUnreadable(invoice, 'status'));
  if (isAllKnown) return { count: 0, amount: noMoney, since: null };
  return previous === null || previous.since === null ? null : previous;
}

/** Reports whether an invoice is open. Only open ones are requested, so one without a status is open. */
const isOpen = ({ status, amountRemaining }: WireInvoice): boolean =>
  (status ?? 'open').toLowerCase() === 'open' && (amountRemaining ?? 1) > 0;

/** Returns the due time of an invoice; zero stands for none. */
const readDueTime = ({ dueDate }: WireInvoice): Instant | null => (dueDate ? instant(dueDate * 1_000) : null);

function sumRemainingAmounts(invoices: readonly WireInvoice[]): Money | null {
  let sum = noMoney;
  for (const { amountRemaining, currency } of invoices) {
    if (typeof amountRemaining !== 'number' || currency?.toLowerCase() !== 'usd') return null;
    sum = addMoney(sum, centsToMoney(amountRemaining));
  }
  return sum;
}

/** Returns the newest payment of all answers, or the previous one if none is newer. */
export function findLastPayment(
  recharge: WirePayment | null | undefined,
  answer: Answer<readonly WirePayment[]> | null,
  previous: LastPayment | null,
): LastPayment | null {
  const listed = answer?.kind === 'answered' ? answer.value : [];
  const payments = [
    ...listed.flatMap((payment) => readPayment(payment, isRecharge(payment))),
    ...(recharge ? readPayment(recharge, true) : []),
  ].toSorted((left, right) => right.at - left.at);
  const [newest] = payments;
  if (newest === undefined || (previous !== null && newest.at < previous.at)) return previous;
  const { hasFailed, ...payment } = newest;
  if (!hasFailed) return { ...payment, failedSince: null };
  const successIndex = payments.findIndex((earlier) => !earlier.hasFailed);
  const failures = successIndex === -1 ? payments : payments.slice(0, successIndex);
  const first = failures.at(-1)?.at ?? newest.at;
  const failedSince = previous?.failedSince ?? first;
  const isPaidSince = successIndex !== -1 && (payments[successIndex]?.at ?? failedSince) > failedSince;
  return { ...payment, failedSince: isPaidSince ? first : earliest(first, failedSince) };
}

const isRecharge = ({ description }: WirePayment): boolean => /recharge/i.test(description ?? '');

/** Returns a payment that has a time and either succeeded or failed; none otherwise. */
function readPayment(payment: WirePayment, isRecharge: boolean): readonly Payment[] {
  const at = payment.createTime ? readInstant(payment.createTime) : undefined;
  const hasFailed = judgePaymentFailure(payment);
  if (at === undefined || hasFailed === null) return [];
  const amount = payment.amount ? money(payment.amount) : null;
  const because = hasFailed ? readFailureReason(payment) : '';
  return [{ at, amount, isRecharge, hasFailed, ...(because !== '' && { failedBecause: because }) }];
}

/** Returns the platform's reason for a failed payment, such as "card declined, insufficient funds"; empty without one. */
function readFailureReason({ lastPaymentError: error, latestCharge }: WirePayment): string {
  const codes = [error?.code || latestCharge?.failureCode, error?.declineCode].map((code) =>
    formatCode(code ?? ''),
  );
  return [...new Set(codes)].filter((code) => code !== '').join(', ');
}

const formatCode = (code: string): string =>
  code
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .replace(unsafeCharacters, '?');

const failed = /fail|declin|requires_payment_method/i;
const undecided = /process|pending|confirm|capture|cancel/i;

function judgePaymentFailure({ succeeded, status }: WirePayment): boolean | null {
  if (succeeded === true || status === 'succeeded') return false;
  if (failed.test(status ?? '')) return true;
  return succeeded === false && !undecided.test(status ?? '') ? true : null;
}
