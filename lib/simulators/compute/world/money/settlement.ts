import { type Money, noMoney, subtractMoney } from '../../../../model/money/money.ts';
import { findEarliest, hours, type Instant, later } from '../../../../model/time/time.ts';
import { enter, existsAt, gone } from '../life.ts';
import { type Account, projectsOf, type WorldState } from '../world-state.ts';
import { burnRate, creditBalance, reportedUntil } from './billing.ts';

/** Settles everything due at the current full hour. */
export function settleHour(state: WorldState): void {
  for (const account of prepaid(state)) settleCredit(state, account);
}

/**
 * Returns the next full hour at which anything can fall due without further events: until then credit lasts at the
 * present rate. Checking every hour would make each world compute for months.
 */
export function nextSettlement(state: WorldState): Instant | null {
  const due = prepaid(state).flatMap((account) => {
    const rate = burnRate(state, { account: account.id });
    if (rate.isZero()) return [];
    const spare = subtractMoney(creditBalance(state, account.id), leastCredit(account));
    const lasts = hours(Math.max(1, spare.div(rate).floor().toNumber()));
    return [later(reportedUntil(state.at), lasts)];
  });
  return findEarliest(due);
}

const prepaid = (state: WorldState): Account[] =>
  [...state.accounts.values()].filter((account) => account.paymentTerms === 'PREPAID');

/** Returns the credit below which an account is recharged, or loses everything. */
const leastCredit = ({ recharge }: Account): Money => (recharge?.auto === true ? recharge.low : noMoney);

/**
 * Recharges an account if that is set up and a card pays; otherwise deletes everything when the credit is gone, disks
 * included.
 */
function settleCredit(state: WorldState, account: Account): void {
  const { id, recharge, payments } = account;
  const balance = creditBalance(state, id);
  if (recharge?.auto === true && balance.lt(recharge.low)) {
    const isDeclined = account.declines.some(({ until }) => until === null);
    const amount = subtractMoney(recharge.high, balance);
    payments.push({ at: state.at, amount, isRecharge: true, isDeclined });
    if (!isDeclined) return;
  }
  if (balance.gt(noMoney)) return;
  for (const { holdings, securityGroups } of projectsOf(state, id)) {
    securityGroups.clear();
    for (const holding of holdings) {
      if (!existsAt(holding.life, state.at)) continue;
      holding.life = enter(holding.life, state.at, [], gone);
      if (holding.kind === 'vm') state.expiring.delete(holding);
    }
  }
}
