import type { BillingAccountId } from '../../../model/ids.ts';
import { periodAt } from '../../../model/time/period.ts';
import { type Instant, isoInstant } from '../../../model/time/time.ts';
import { askList } from '../../answer.ts';
import { askedBy } from '../../asked-by.ts';
import type { Cloud } from '../../operation.ts';
import { type PollOrder, type PollTerms, pollPatience } from '../../provider.ts';
import { listAccountSpend } from '../contract/spend.ts';
import type { AccountRows } from '../facts/spend-in-rows.ts';

/** Reads an account's spend of the current month up to `at`. */
type AccountSpend = (account: BillingAccountId, at: Instant) => Promise<AccountRows>;

/** A poll, with the state that it shares with the others of its run. */
export type Poll = Omit<PollOrder, 'target'> & PollTerms & { readonly accountSpend: AccountSpend };

/** Reads each account once per run, as its rows cover all of its projects. */
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
