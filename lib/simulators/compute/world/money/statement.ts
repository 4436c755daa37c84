import type { BillingAccountId } from '../../../../model/ids.ts';
import { chargeToMoney, type Money, noMoney, subtractMoney } from '../../../../model/money/money.ts';
import { findPeriod } from '../../../../model/time/period.ts';
import { listPeriods } from '../../../../model/time/periods-in.ts';
import { days, earliest, type Instant, isoInstant, later } from '../../../../model/time/time.ts';
import { type Account, theAccount, type WorldState } from '../world-state.ts';
import { billOf, reportedUntil } from './billing.ts';

/** One change of a credit balance; their sum is the balance. */
export type Entry = {
  readonly id: string;
  readonly at: Instant;
  readonly amount: Money;
  readonly description: string;
};

/** A payment into an account, or an attempt that a card declined. */
export type PaymentEntry = Entry & { readonly isRecharge: boolean; readonly isDeclined: boolean };

/** A charge of a card, or an attempt. */
export type CardCharge = { readonly at: Instant; readonly amount: Money; readonly isDeclined: boolean };

/** Returns every attempted payment into an account, oldest first. */
export const paymentsOf = (state: WorldState, id: BillingAccountId): PaymentEntry[] =>
  theAccount(state, id).payments.map(({ at, amount, isRecharge = false, isDeclined = false }, index) => ({
    id: `payment-${index + 1}`,
    at,
    amount,
    isRecharge,
    isDeclined,
    description: isRecharge ? 'Automatic recharge' : 'Credit paid in',
  }));

/** Returns the entries of an account, oldest first: payments and, by day (UTC), prepaid usage. */
export function statementOf(state: WorldState, id: BillingAccountId): Entry[] {
  const account = theAccount(state, id);
  const paidIn = paymentsOf(state, id).filter(({ isDeclined }) => !isDeclined);
  const used = account.paymentTerms === 'PREPAID' ? usageOf(state, account, 'day') : [];
  const taken = used.map(({ from, at, amount }) => {
    const day = isoInstant(from).slice(0, 10);
    return { id: `usage-${day}`, at, amount: subtractMoney(noMoney, amount), description: `Usage of ${day}` };
  });
  return [...paidIn, ...taken].sort((left, right) => left.at - right.at);
}

/** Returns the usage of each calendar period, up to the last computed hour; periods without any are left out. */
function usageOf(state: WorldState, { id, createdAt }: Account, unit: 'day' | 'month') {
  const end = reportedUntil(state.at);
  return listPeriods(unit, { from: createdAt, until: end }, 'UTC').flatMap(({ from, until }) => {
    const at = earliest(until, end);
    const amount = chargeToMoney(billOf(state, from, at, { account: id }).total);
    return amount.isZero() ? [] : [{ from, at, amount }];
  });
}

/** One calendar month (UTC) of an invoiced account. */
export type Invoice = {
  readonly account: BillingAccountId;
  readonly number: number;
  readonly from: Instant;
  readonly until: Instant;
  readonly amount: Money;
  readonly due: Instant;
  /** The time of payment; `null` while no card pays it. */
  readonly paidAt: Instant | null;
};

/** The time to pay; a guess, as no document states it. */
const termToPay = days(14);

/** Returns the invoices of an account's past months, oldest first; a month without usage has none. */
export function invoicesOf(state: WorldState, id: BillingAccountId): Invoice[] {
  const account = theAccount(state, id);
  if (account.paymentTerms !== 'INVOICE') return [];
  const { from: month } = findPeriod('month', state.at, 'UTC');
  return usageOf(state, account, 'month')
    .filter(({ at }) => at <= month)
    .map(({ from, at: until, amount }, index) => ({
      account: id,
      number: index + 1,
      from,
      until,
      amount,
      due: later(until, termToPay),
      paidAt: paidAt(account, until, state.at),
    }));
}

/** Returns when a card first pays an amount due; a declined card is retried until it pays. */
function paidAt({ declines }: Account, due: Instant, now: Instant): Instant | null {
  const decline = declines.find(({ from, until }) => from <= due && (until === null || due < until));
  if (decline === undefined) return due;
  return decline.until !== null && decline.until <= now ? decline.until : null;
}

/** Returns the charges of an account's cards: credit and paid invoices. */
export const cardChargesOf = (state: WorldState, id: BillingAccountId): CardCharge[] =>
  [
    ...paymentsOf(state, id),
    ...invoicesOf(state, id).flatMap(({ paidAt, amount }) =>
      paidAt === null ? [] : [{ at: paidAt, amount, isDeclined: false }],
    ),
  ].sort((left, right) => left.at - right.at);
