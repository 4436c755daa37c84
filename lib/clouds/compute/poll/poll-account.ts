import type { Part, PollResult } from '../../../model/facts/observation.ts';
import type { UnsupportedPart } from '../../../model/facts/unsupported.ts';
import type { BillingAccountId } from '../../../model/ids.ts';
import { findPeriod } from '../../../model/time/period.ts';
import { type Instant, isoInstant, later } from '../../../model/time/time.ts';
import { absentParts, checkAbsence } from '../../absent-parts.ts';
import { type PollOrder, type PollReply, type PreviousFacts, pollPatience } from '../../cloud.ts';
import { type Answer, askList, askOne, withRequestTerms } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import {
  getBillingAccount,
  listAccountSpend,
  listAccountTransactions,
  listInvoices,
} from '../contract/billing-accounts.ts';
import { type AccountPoll, observeAccount } from '../facts/account.ts';
import type { AccountRows } from '../facts/spend-in-rows.ts';
import type { PastSpendReader } from './past-spend.ts';

const notOffered = { kind: 'absent', because: 'the platform does not list billing accounts' } as const;

/** Reads a billing account and, when due, its spend, its open invoices and its payments. */
export async function pollAccount(cloud: CloudClient, order: Poll, id: BillingAccountId): Promise<PollReply> {
  const { plan, at, accountSpend, showsAccounts, unsupportedLife } = order;
  const record = plan.parts.has('account')
    ? askOne(cloud, getBillingAccount, { id })
    : Promise.resolve(notOffered);
  const pastScope = { account: id, project: null };
  const due = async <T>(part: Part, ask: () => Promise<Answer<T>>) =>
    plan.parts.has(part) ? checkAbsence(part, await ask(), order) : null;
  const [account, spend, invoices, payments, pastSpend] = await Promise.all([
    record,
    plan.parts.has('spend') ? accountSpend(id, order) : null,
    due('invoices', () => askList(cloud, listInvoices, { id, status: 'open' })),
    due('payments', () => askList(cloud, listAccountTransactions, { id })),
    record.then((answer) => (answer.kind === 'answered' ? order.readPastSpend(pastScope, order) : null)),
  ]);
  const rows = spend && { ...spend, rows: checkAbsence('spend', spend.rows, order) };
  const until = later(at, unsupportedLife);
  const unsupported: UnsupportedPart[] = [];
  // On a platform that lists accounts, one that is not found is gone.
  if (account.kind === 'absent' && plan.parts.has('account') && !showsAccounts)
    unsupported.push({ part: 'account', instead: null, because: account.because, until });
  if (account.kind === 'answered')
    unsupported.push(...absentParts({ spend: rows?.rows, invoices, payments }, order));
  const poll: AccountPoll = { at, account, invoices, payments, spend: rows };
  const parts: Part[] = [...plan.parts];
  function observe({ observation }: PreviousFacts): PollResult {
    return observeAccount(poll, observation?.kind === 'account' ? observation : null);
  }
  return { at, asked: parts, unsupported: unsupported, observe, pastSpend };
}

/** Reads an account's spend of the current month up to the time of a poll. */
type AccountSpend = (
  account: BillingAccountId,
  order: Pick<PollOrder, 'at' | 'zone'>,
) => Promise<AccountRows>;

/** A poll, with the reads that it shares with the others of its run. */
export type Poll = Omit<PollOrder, 'target'> & {
  readonly accountSpend: AccountSpend;
  readonly readPastSpend: PastSpendReader;
};

/** Reads each account once per run, as its rows cover all of its projects. */
export function createAccountSpendReader(cloud: CloudClient): AccountSpend {
  const rowsOfAccounts = new Map<BillingAccountId, Promise<AccountRows>>();
  return (account, { at, zone }) => {
    const rows =
      rowsOfAccounts.get(account) ??
      ask(
        withRequestTerms(cloud, { asker: { patience: pollPatience } }),
        account,
        findPeriod('month', at, zone).from,
        at,
      );
    rowsOfAccounts.set(account, rows);
    return rows;
  };
}

async function ask(
  cloud: CloudClient,
  account: BillingAccountId,
  from: Instant,
  until: Instant,
): Promise<AccountRows> {
  const period = { startTime: isoInstant(from), endTime: isoInstant(until) };
  const rows = await askList(cloud, listAccountSpend, { billingAccountId: account, ...period });
  return { rows, from, until };
}
