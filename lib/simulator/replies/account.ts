import type * as z from 'zod';
import { noMoney } from '../../model/money/money.ts';
import { periodAt } from '../../model/time/period.ts';
import { isoInstant } from '../../model/time/time.ts';
import type { BillingAccount } from '../wire/billing-account.ts';
import { burnRate } from '../world/money/billing.ts';
import { standingOf } from '../world/money/standing.ts';
import { paymentsOf } from '../world/money/statement.ts';
import { accountMonth, creditBalance } from '../world/report.ts';
import type { Account, WorldState } from '../world/world-state.ts';
import { amountText, wireAmount, wirePrice } from './decimal.ts';
import { transactionReply } from './payments.ts';

export function accountReply(state: WorldState, account: Account): z.input<typeof BillingAccount> {
  const { id, paymentTerms, recharge, hourlySpendLimit, monthlySpendLimit } = account;
  const month = accountMonth(state, id);
  const balance = creditBalance(state, id);
  const lastRecharge = paymentsOf(state, id).findLast(({ isRecharge }) => isRecharge);
  const isPrepaid = paymentTerms === 'PREPAID';
  return {
    id,
    displayName: account.displayName,
    state: standingOf(account, balance),
    paymentTerms: `PAYMENT_TERMS_${paymentTerms}`,
    ...(account.billing.address && { billingAddress: account.billing.address }),
    ...(account.billing.taxId && { taxId: account.billing.taxId }),
    creditBalance: wireAmount(balance),
    ...(recharge && {
      creditBalanceRecharge: {
        low: wireAmount(recharge.low),
        high: wireAmount(recharge.high),
        autoRecharge: recharge.auto,
        ...(lastRecharge && { transaction: transactionReply(lastRecharge) }),
      },
    }),
    ...(hourlySpendLimit && { hourlySpendLimit: wirePrice(hourlySpendLimit) }),
    hourlySpendRate: wirePrice(burnRate(state, { account: id })),
    monthlySpend: amountText(month),
    ...(monthlySpendLimit && { monthlySpendLimit: wireAmount(monthlySpendLimit) }),
    nextInvoiceTotal: wireAmount(isPrepaid ? noMoney : month),
    invoiceTime: isoInstant(periodAt('month', state.at, 'UTC').until),
    createBy: account.createdBy,
    createTime: isoInstant(account.createdAt),
    paymentProviderRef: customerOf(account),
  };
}

/** What the payment provider calls its customer. */
export const customerOf = ({ id }: Account): string => `customer-${id}`;
