import { isUnreadable } from '../../../model/facts/unreadable.ts';
import { addMoney, centsToMoney, type Money, money, noMoney } from '../../../model/money/money.ts';
import type { LastPayment, OverdueInvoices } from '../../../model/money/money-owed.ts';
import { earliest, type Instant, instant, readInstant } from '../../../model/time/time.ts';
import { type Answer, isWhole } from '../../answer.ts';
import type { WireInvoice } from '../wire/invoice.ts';
import type { WirePayment } from '../wire/transaction.ts';

type Payment = Omit<LastPayment, 'failedSince'> & { readonly hasFailed: boolean };

/** Sums up what is overdue. An incomplete answer does not end what was overdue before. */
export function overdueInvoicesIn(
  answer: Answer<readonly WireInvoice[]> | null,
  at: Instant,
  before: OverdueInvoices | null,
): OverdueInvoices | null {
  if (answer?.kind === 'absent') return null;
  if (answer?.kind !== 'answered') return before;
  const open = answer.value.filter(isOpen);
  const late = open.filter((invoice) => (dueAt(invoice) ?? at) < at);
  const [first, ...others] = late.flatMap((invoice) => dueAt(invoice) ?? []);
  if (first !== undefined)
    return { count: late.length, amount: sumOf(late), since: earliest(first, ...others) };
  const isAllKnown =
    isWhole(answer) && open.every((one) => dueAt(one) !== null && !isUnreadable(one, 'status'));
  if (isAllKnown) return { count: 0, amount: noMoney, since: null };
  return before === null || before.since === null ? null : before;
}

/** Whether an invoice is open. Only open ones are requested, so one without a status is open. */
const isOpen = ({ status, amountRemaining }: WireInvoice): boolean =>
  (status ?? 'open').toLowerCase() === 'open' && (amountRemaining ?? 1) > 0;

/** Reads a time, where zero stands for none. */
const dueAt = ({ dueDate }: WireInvoice): Instant | null => (dueDate ? instant(dueDate * 1_000) : null);

function sumOf(invoices: readonly WireInvoice[]): Money | null {
  let sum = noMoney;
  for (const { amountRemaining, currency } of invoices) {
    if (typeof amountRemaining !== 'number' || currency?.toLowerCase() !== 'usd') return null;
    sum = addMoney(sum, centsToMoney(amountRemaining));
  }
  return sum;
}

/** Returns the newest payment of all answers; the known one stays until there is a newer one. */
export function lastPaymentIn(
  recharge: WirePayment | null | undefined,
  answer: Answer<readonly WirePayment[]> | null,
  before: LastPayment | null,
): LastPayment | null {
  const listed = answer?.kind === 'answered' ? answer.value : [];
  const payments = [
    ...listed.flatMap((payment) => readPayment(payment, isRecharge(payment))),
    ...(recharge ? readPayment(recharge, true) : []),
  ].toSorted((left, right) => right.at - left.at);
  const [newest] = payments;
  if (newest === undefined || (before !== null && newest.at < before.at)) return before;
  const { hasFailed, ...payment } = newest;
  if (!hasFailed) return { ...payment, failedSince: null };
  const success = payments.findIndex((one) => !one.hasFailed);
  const failures = success === -1 ? payments : payments.slice(0, success);
  const first = failures.at(-1)?.at ?? newest.at;
  const known = before?.failedSince ?? first;
  const isPaidSince = success !== -1 && (payments[success]?.at ?? known) > known;
  return { ...payment, failedSince: isPaidSince ? first : earliest(first, known) };
}

const isRecharge = ({ description }: WirePayment): boolean => /recharge/i.test(description ?? '');

/** Whether a payment has succeeded or failed, and has a time. */
function readPayment(payment: WirePayment, isRecharge: boolean): readonly Payment[] {
  const at = payment.createTime ? readInstant(payment.createTime) : undefined;
  const hasFailed = failureIn(payment);
  if (at === undefined || hasFailed === null) return [];
  return [{ at, amount: payment.amount ? money(payment.amount) : null, isRecharge, hasFailed }];
}

const failed = /fail|declin|requires_payment_method/i;
const undecided = /process|pending|confirm|capture|cancel/i;

function failureIn({ succeeded, status }: WirePayment): boolean | null {
  if (succeeded === true || status === 'succeeded') return false;
  if (failed.test(status ?? '')) return true;
  return succeeded === false && !undecided.test(status ?? '') ? true : null;
}
