import type * as z from 'zod';
import type { BillingAccount } from '../../../cloud/wire/whole/billing-account.ts';
import { noMoney } from '../../../model/money.ts';
import { periodAt } from '../../../model/period.ts';
import { isoInstant } from '../../../model/time.ts';
import { burnRate } from '../world/billing.ts';
import { accountMonth, creditBalance } from '../world/report.ts';
import { standingOf } from '../world/standing.ts';
import { paymentsOf } from '../world/statement.ts';
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
