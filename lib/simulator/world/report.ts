import type { BillingAccountId, ProjectId } from '../../model/ids.ts';
import { addMoney, chargeToMoney, type Money, noMoney, subtractMoney } from '../../model/money/money.ts';
import { periodAt } from '../../model/time/period.ts';
import {
  earlier,
  earliest,
  hours,
  type Instant,
  isoInstant,
  later,
  milliseconds,
} from '../../model/time/time.ts';
import { type Bill, billOf } from './money/billing.ts';
import { theAccount, theProject, type WorldState } from './world-state.ts';

const hour = hours(1);

/** The platform reckons once an hour: figures cover usage up to the last full hour and no further. */
export const reportedUntil = (at: Instant): Instant => earlier(at, milliseconds(at % hour));
export const nextHour = (at: Instant): Instant => later(reportedUntil(at), hour);
const monthOf = (at: Instant) => periodAt('month', at, 'UTC');

/** One calendar month (UTC), as far as it is reckoned. */
export type BilledMonth = {
  /** "2026-03"; also names the month in the address of its details. */
  readonly uid: string;
  readonly from: Instant;
  readonly until: Instant;
};

/** Every month since a project was made; the running one last. */
export function billedMonths(state: WorldState, project: ProjectId): BilledMonth[] {
  const months: BilledMonth[] = [];
  let month = monthOf(theProject(state, project).createdAt);
  for (; month.from <= state.at; month = monthOf(month.until)) {
    const until = earliest(month.until, reportedUntil(state.at));
    months.push({ uid: isoInstant(month.from).slice(0, 7), from: month.from, until });
  }
  return months;
}

export const monthBill = (state: WorldState, project: ProjectId, { from, until }: BilledMonth): Bill =>
  billOf(state, from, until, { project });

/** An account's spend since the month began. */
export function accountMonth(state: WorldState, account: BillingAccountId): Money {
  const { from } = monthOf(state.at);
  return chargeToMoney(billOf(state, from, reportedUntil(state.at), { account }).total);
}

/** What was paid in, less all that is reckoned unless that is invoiced: it falls once an hour. */
export function creditBalance(state: WorldState, id: BillingAccountId): Money {
  const { payments, paymentTerms, createdAt } = theAccount(state, id);
  const paidIn = payments
    .filter(({ isDeclined }) => !isDeclined)
    .reduce((total, payment) => addMoney(total, payment.amount), noMoney);
  if (paymentTerms === 'INVOICE') return paidIn;
  const { total } = billOf(state, createdAt, reportedUntil(state.at), { account: id });
  return subtractMoney(paidIn, chargeToMoney(total));
}
