import type { BillingAccountId } from '../../model/ids.ts';
import { periodAt } from '../../model/time/period.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import type { Answer } from '../../observe/answer.ts';
import { listAccountSpend } from '../../providers/compute/contract/spend.ts';
import type { WireSpendRow } from '../../providers/compute/wire/spend.ts';
import type { Cloud } from '../../providers/operation.ts';
import { askedBy } from '../asked-by.ts';
import { askList } from './ask.ts';
import { pollPatience } from './poll-target.ts';

/** The rows of an account's spend in the month that runs at `at`, up to then. */
export type AccountRows = {
  readonly rows: Answer<readonly WireSpendRow[]>;
  readonly from: Instant;
  readonly until: Instant;
};
export type AccountSpend = (account: BillingAccountId, at: Instant) => Promise<AccountRows>;

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
