import { getBillingAccount } from '../cloud/contract/billing-accounts.ts';
import type { Cloud } from '../cloud/operation.ts';
import type { Head } from '../model/head.ts';
import type { BillingAccountId } from '../model/ids.ts';
import type { Lack } from '../model/lack.ts';
import type { Observation, Part } from '../model/observation.ts';
import { later } from '../model/time.ts';
import { type AccountLook, observeAccount } from '../observe/account.ts';
import { askOne } from './ask.ts';
import type { Looked, LookOrder } from './look.ts';

const notOffered = { kind: 'absent', because: 'the platform does not show billing accounts' } as const;

/** Asks for a billing account and, when it is due, for its spend. */
export async function lookAtAccount(cloud: Cloud, order: LookOrder, id: BillingAccountId): Promise<Looked> {
  const { plan, at, accountSpend, showsAccounts, lackLife } = order;
  const [account, spend] = await Promise.all([
    plan.parts.has('account') ? askOne(cloud, getBillingAccount, { id }) : notOffered,
    plan.parts.has('spend') ? accountSpend(id, at) : null,
  ]);
  const until = later(at, lackLife);
  const lacking: Lack[] = [];
  // A platform that lists accounts has them; then one that is not found is no more.
  if (account.kind === 'absent' && plan.parts.has('account') && !showsAccounts)
    lacking.push({ part: 'account', instead: null, because: account.because, until });
  if (spend?.rows.kind === 'absent' && account.kind === 'answered')
    lacking.push({ part: 'spend', instead: null, because: spend.rows.because, until });
  const look: AccountLook = { at, account, spend };
  const asked: Part[] = [...plan.parts];
  function observe({ sighting }: Head): Observation {
    return observeAccount(look, sighting?.kind === 'account' ? sighting : null);
  }
  return { at, asked, lacking, observe };
}
