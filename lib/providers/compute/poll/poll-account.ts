import { Part, type PollResult } from '../../../model/facts/observation.ts';
import type { Unsupported } from '../../../model/facts/unsupported.ts';
import type { Head } from '../../../model/head.ts';
import type { BillingAccountId } from '../../../model/ids.ts';
import { later } from '../../../model/time/time.ts';
import { askList, askOne } from '../../answer.ts';
import type { Cloud } from '../../operation.ts';
import type { Polled } from '../../provider.ts';
import { getBillingAccount } from '../contract/billing-accounts.ts';
import { listAccountTransactions, listInvoices } from '../contract/payments.ts';
import { type AccountPoll, observeAccount } from '../facts/account.ts';
import type { Poll } from './account-spend.ts';

const notOffered = { kind: 'absent', because: 'the platform does not list billing accounts' } as const;

/** Asks for a billing account and, when they are due, for its spend, its open invoices and its payments. */
export async function pollAccount(cloud: Cloud, order: Poll, id: BillingAccountId): Promise<Polled> {
  const { plan, at, accountSpend, showsAccounts, unsupportedLife } = order;
  const [account, spend, invoices, payments] = await Promise.all([
    plan.parts.has('account') ? askOne(cloud, getBillingAccount, { id }) : notOffered,
    plan.parts.has('spend') ? accountSpend(id, at) : null,
    plan.parts.has('invoices') ? askList(cloud, listInvoices, { id, status: 'open' }) : null,
    plan.parts.has('payments') ? askList(cloud, listAccountTransactions, { id }) : null,
  ]);
  const until = later(at, unsupportedLife);
  const lacking: Unsupported[] = [];
  // On a platform that lists accounts, one that is not found is gone.
  if (account.kind === 'absent' && plan.parts.has('account') && !showsAccounts)
    lacking.push({ part: 'account', instead: null, because: account.because, until });
  for (const [part, answer] of Object.entries({ spend: spend?.rows, invoices, payments })) {
    if (answer?.kind === 'absent' && account.kind === 'answered')
      lacking.push({ part: Part.parse(part), instead: null, because: answer.because, until });
  }
  const poll: AccountPoll = { at, account, invoices, payments, spend };
  const asked: Part[] = [...plan.parts];
  function observe({ observation }: Head): PollResult {
    return observeAccount(poll, observation?.kind === 'account' ? observation : null);
  }
  return { at, asked, lacking, observe };
}
