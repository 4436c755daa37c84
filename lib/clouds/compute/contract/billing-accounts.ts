import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { WireBillingAccount, WireInvoice, WireTransaction } from '../wire/billing-account.ts';
import { WireProject } from '../wire/project.ts';
import { WireProjectSpend, WireSpendRow } from '../wire/spend.ts';
import { get, list } from './define.ts';

export const listProjects = list('listProjects', '/v1/projects', z.object({}), {
  field: 'projects',
  item: WireProject,
  paging: 'token',
});

export const listBillingAccounts = list('listBillingAccounts', '/v1/billing-accounts', z.object({}), {
  field: 'billingAccounts',
  item: WireBillingAccount,
  paging: 'token',
});
export const getBillingAccount = get(
  'getBillingAccount',
  '/v1/billing-accounts/{id}',
  z.object({ id: BillingAccountId }),
  WireBillingAccount,
);

/** Lists the invoices of one account; `status` is `draft`, `open`, `paid`, `uncollectible` or `void`. */
export const listInvoices = list(
  'listInvoices',
  '/v1/invoices',
  z.object({ id: BillingAccountId, status: z.string().optional() }),
  { field: 'invoices', item: WireInvoice, paging: 'cursor' },
);
/** Lists payments, the newest first. */
export const listAccountTransactions = list(
  'listAccountTransactions',
  '/v1/billing-accounts/{id}/transactions',
  getBillingAccount.input,
  { field: 'transactions', item: WireTransaction, paging: 'cursor' },
);

const oneProject = z.object({ id: ProjectId });

export const getCurrentSpend = get(
  'getCurrentSpend',
  '/v1/projects/{id}/spend/current',
  oneProject,
  WireProjectSpend,
);
/** Lists the rows of an account's spend in a period. Both times are RFC 3339 and required. */
export const listAccountSpend = list(
  'listAccountSpend',
  '/v1/billing-accounts/{billingAccountId}/spend/details',
  z.object({ billingAccountId: BillingAccountId, startTime: z.string(), endTime: z.string() }),
  { field: 'spend', item: WireSpendRow, paging: 'whole' },
);
