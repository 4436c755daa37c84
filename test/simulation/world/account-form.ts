import type {
  WireBillingAccount,
  WireInvoice,
  WireTransaction,
} from '../../../lib/clouds/compute/wire/billing-account.ts';
import { BillingAccountId } from '../../../lib/model/ids.ts';
import { type Instant, isoInstant } from '../../../lib/model/time/time.ts';
import { accountStateAt, type OpenInvoice, type Payment, shownCredit, shownMonth } from './account.ts';
import { burnRateOf, nanosInWords } from './bill.ts';
import type { AccountShown } from './witness.ts';
import type { World } from './world.ts';

export const accountShown = (world: World, at: Instant): AccountShown => ({
  at,
  burnRate: burnRateOf(world, at),
  credit: shownCredit(world, at),
  month: shownMonth(world, at),
  state: accountStateAt(world.ofAccount, at),
});

export function wireAccount(
  { account, ofAccount: { plan } }: World,
  shown: AccountShown,
): WireBillingAccount {
  const { recharge, hourlyLimit, monthlyLimit } = plan;
  return {
    id: BillingAccountId.parse(account),
    state: shown.state,
    paymentTerms: plan.paymentTerms,
    creditBalance: nanosInWords(shown.credit),
    hourlySpendRate: nanosInWords(shown.burnRate),
    monthlySpend: nanosInWords(shown.month),
    ...(hourlyLimit === null ? {} : { hourlySpendLimit: nanosInWords(hourlyLimit) }),
    ...(monthlyLimit === null ? {} : { monthlySpendLimit: nanosInWords(monthlyLimit) }),
    ...(recharge === null
      ? {}
      : {
          creditBalanceRecharge: {
            low: nanosInWords(recharge.low),
            high: nanosInWords(recharge.high),
            autoRecharge: true,
          },
        }),
  };
}

export const wireInvoice = ({ dueAt, cents }: OpenInvoice): WireInvoice => ({
  status: 'open',
  currency: 'usd',
  amountRemaining: cents,
  dueDate: dueAt / 1_000,
});

export const wirePayment = ({ at, nanos, hasFailed = false }: Payment): WireTransaction => ({
  id: `payment-${at}`,
  createTime: isoInstant(at),
  description: 'credit',
  amount: nanosInWords(nanos),
  status: hasFailed ? 'failed' : 'succeeded',
  succeeded: !hasFailed,
});
