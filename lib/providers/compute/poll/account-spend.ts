import type { BillingAccountId } from '../../../model/ids.ts';
import { periodAt } from '../../../model/time/period.ts';
import { type Instant, isoInstant } from '../../../model/time/time.ts';
import { askList } from '../../answer.ts';
import { askedBy } from '../../asked-by.ts';
import type { Cloud } from '../../operation.ts';
import { type PollOrder, type PollTerms, pollPatience } from '../../provider.ts';
import { listAccountSpend } from '../contract/spend.ts';
import type { AccountRows } from '../facts/spend-in-rows.ts';

/** Asks for an account's spend in the month that runs at `at`, up to then. */
type AccountSpend = (account: BillingAccountId, at: Instant) => Promise<AccountRows>;

/** One poll, with what it shares with the others of its run. */
export type Poll = Omit<PollOrder, 'target'> & PollTerms & { readonly accountSpend: AccountSpend };

/** Asks once for each account: its rows tell of all its projects, and a run looks at them all at about one time. */
export function accountSpendOf(cloud: Cloud, zone: string): AccountSpend {
  const known = new Map<BillingAccountId, Promise<AccountRows>>();
  return (account, at) => {
    const asked =
      known.get(account) ??
      ask(
        askedBy(cloud, { asker: { patience: pollPatience } }),
        account,
        periodAt('month', at, zone).from,
        at,
      );
    known.set(account, asked);
    return asked;
  };
}

async function ask(
  cloud: Cloud,
  account: BillingAccountId,
  from: Instant,
  until: Instant,
): Promise<AccountRows> {
  const period = { startTime: isoInstant(from), endTime: isoInstant(until) };
  const rows = await askList(cloud, listAccountSpend, { billingAccountId: account, ...period });
  return { rows, from, until };
}
