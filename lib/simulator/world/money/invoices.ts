import type { BillingAccountId } from '../../../model/ids.ts';
import type { Money } from '../../../model/money/money.ts';
import { periodAt } from '../../../model/time/period.ts';
import { days, type Instant, later } from '../../../model/time/time.ts';
import { type Account, theAccount, type WorldState } from '../world-state.ts';
import { type CardCharge, paymentsOf, usageOf } from './statement.ts';

/** One calendar month (UTC) of an account that is invoiced. */
export type Invoice = {
  readonly account: BillingAccountId;
  readonly number: number;
  readonly from: Instant;
  readonly until: Instant;
  readonly amount: Money;
  readonly due: Instant;
  /** `null` while no card would pay it. */
  readonly paidAt: Instant | null;
};

/** A guess: no document says how long there is to pay. */
const termToPay = days(14);

/** The invoices of an account's past months, the oldest first; a month without usage has none. */
export function invoicesOf(state: WorldState, id: BillingAccountId): Invoice[] {
  const account = theAccount(state, id);
  if (account.paymentTerms !== 'INVOICE') return [];
  const { from: month } = periodAt('month', state.at, 'UTC');
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

/** When a card first pays what falls due at an instant; a card that is declined is tried until it is not. */
function paidAt({ declines }: Account, due: Instant, now: Instant): Instant | null {
  const decline = declines.find(({ from, until }) => from <= due && (until === null || due < until));
  if (decline === undefined) return due;
  return decline.until !== null && decline.until <= now ? decline.until : null;
}

/** What was charged to the account's cards: credit as it was paid in, and the invoices that were paid. */
export const cardChargesOf = (state: WorldState, id: BillingAccountId): CardCharge[] =>
  [
    ...paymentsOf(state, id),
    ...invoicesOf(state, id).flatMap(({ paidAt, amount }) =>
      paidAt === null ? [] : [{ at: paidAt, amount, isDeclined: false }],
    ),
  ].sort((left, right) => left.at - right.at);
