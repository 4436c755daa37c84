import {
  addMoney,
  type Charge,
  chargeToMoney,
  type Money,
  money,
  noMoney,
  subtractMoney,
  sumMoney,
} from '../../../../model/money/money.ts';
import { findPeriod } from '../../../../model/time/period.ts';
import { listPeriods } from '../../../../model/time/periods-in.ts';
import { earliest, type Instant, later, milliseconds } from '../../../../model/time/time.ts';
import type { Account, WorldState } from '../world-state.ts';
import { billOf, creditBalance, reportedUntil } from './billing.ts';
import { invoicesOf } from './statement.ts';

/** The charges for a data center in a calendar month (UTC), up to the last computed hour. */
export type RevenueMonth = { readonly from: Instant; readonly until: Instant; readonly total: Charge };

/** Returns every month since a data center was first used; the current one last. */
export function revenueByMonth(state: WorldState, dataCenter: string): RevenueMonth[] {
  const end = reportedUntil(state.at);
  const first = firstUse(state, dataCenter);
  if (first === null) return [];
  // The month that begins at the end is the current one.
  return listPeriods('month', { from: first, until: later(end, milliseconds(1)) }, 'UTC').map((month) => {
    const until = earliest(month.until, end);
    return { from: month.from, until, total: billOf(state, month.from, until, { dataCenter }).total };
  });
}

export type RevenueTotal = Readonly<Record<'collected' | 'receivable' | 'uncollectible', Money>>;

/**
 * Returns revenue that is collected, still to be invoiced or paid, and uncollectible: the overdraft of prepaid
 * accounts, divided among data centers.
 */
export function revenueTotal(state: WorldState, dataCenter: string): RevenueTotal {
  let total: RevenueTotal = { collected: noMoney, receivable: noMoney, uncollectible: noMoney };
  for (const account of state.accounts.values()) {
    const part = revenueFrom(state, account, dataCenter);
    total = {
      collected: addMoney(total.collected, part.collected),
      receivable: addMoney(total.receivable, part.receivable),
      uncollectible: addMoney(total.uncollectible, part.uncollectible),
    };
  }
  return total;
}

function revenueFrom(state: WorldState, account: Account, dataCenter: string): RevenueTotal {
  const end = reportedUntil(state.at);
  const used = (from: Instant, filter: { readonly dataCenter?: string }, until = end): Money =>
    chargeToMoney(billOf(state, from, until, { account: account.id, ...filter }).total);
  const all = used(account.createdAt, { dataCenter });
  if (account.paymentTerms === 'INVOICE') {
    const owed = invoicesOf(state, account.id)
      .filter(({ paidAt }) => paidAt === null)
      .map(({ from, until }) => used(from, { dataCenter }, until));
    const receivable = sumMoney([...owed, used(findPeriod('month', state.at, 'UTC').from, { dataCenter })]);
    return { collected: subtractMoney(all, receivable), receivable, uncollectible: noMoney };
  }
  const overdrawn = creditBalance(state, account.id).neg();
  if (overdrawn.lte(0) || all.isZero()) {
    return { collected: all, receivable: noMoney, uncollectible: noMoney };
  }
  const uncollectible = money(overdrawn.times(all).div(used(account.createdAt, {})).toFixed());
  return { collected: subtractMoney(all, uncollectible), receivable: noMoney, uncollectible };
}

function firstUse(state: WorldState, dataCenter: string): Instant | null {
  let first: Instant | null = null;
  for (const { holdings } of [...state.projects.values(), ...state.formerProjects]) {
    for (const holding of holdings) {
      if (holding.dataCenter !== dataCenter) continue;
      first = first === null ? holding.createdAt : earliest(first, holding.createdAt);
    }
  }
  return first;
}
