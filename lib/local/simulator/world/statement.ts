import type { BillingAccountId } from '../../../model/ids.ts';
import { chargeToMoney, type Money, noMoney, subtractMoney } from '../../../model/money.ts';
import { periodAt } from '../../../model/period.ts';
import { earliest, type Instant, isoInstant } from '../../../model/time.ts';
import { billOf } from './billing.ts';
import { reckonedUntil } from './report.ts';
import { type Account, theAccount, type WorldState } from './world-state.ts';

/** One change of a credit balance. All of them together are the balance. */
export type Entry = {
  readonly id: string;
  readonly at: Instant;
  readonly amount: Money;
  readonly description: string;
};

/** A card that was charged. */
export type CardCharge = { readonly at: Instant; readonly amount: Money };

/** What went into an account and, day by day (UTC), what prepaid usage took out of it; the oldest first. */
export function statementOf(state: WorldState, id: BillingAccountId): Entry[] {
  const account = theAccount(state, id);
  const paidIn = account.payments.map(({ at, amount, isRecharge }, index) => ({
    id: `payment-${index + 1}`,
    at,
    amount,
    description: isRecharge ? 'Automatic recharge' : 'Credit paid in',
  }));
  const used = account.paymentTerms === 'PREPAID' ? usage(state, account, 'day') : [];
  const taken = used.map(({ from, at, amount }) => {
    const day = isoInstant(from).slice(0, 10);
    return { id: `usage-${day}`, at, amount: subtractMoney(noMoney, amount), description: `Usage of ${day}` };
  });
  return [...paidIn, ...taken].sort((left, right) => left.at - right.at);
}

/** What was charged to the account's cards: credit as it was paid in, or the invoice of each past month. */
export function cardChargesOf(state: WorldState, id: BillingAccountId): CardCharge[] {
  const account = theAccount(state, id);
  const { from: month } = periodAt('month', state.at, 'UTC');
  const invoices = account.paymentTerms === 'INVOICE' ? usage(state, account, 'month') : [];
  return [
    ...account.payments.map(({ at, amount }) => ({ at, amount })),
    ...invoices.filter(({ at }) => at <= month),
  ].sort((left, right) => left.at - right.at);
}

/** What was used in each calendar period, as far as it is reckoned, save for those in which there was nothing. */
function usage(state: WorldState, { id, createdAt }: Account, unit: 'day' | 'month') {
  const used: { from: Instant; at: Instant; amount: Money }[] = [];
  const end = reckonedUntil(state.at);
  for (
    let period = periodAt(unit, createdAt, 'UTC');
    period.from < end;
    period = periodAt(unit, period.until, 'UTC')
  ) {
    const at = earliest(period.until, end);
    const amount = chargeToMoney(billOf(state, period.from, at, { account: id }).total);
    if (!amount.isZero()) used.push({ from: period.from, at, amount });
  }
  return used;
}
