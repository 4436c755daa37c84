import * as z from 'zod';
import { BillingAccountId } from '../../../model/ids.ts';
import { WireInvoice } from '../wire/invoice.ts';
import { WireTransaction } from '../wire/transaction.ts';
import { getBillingAccount } from './billing-accounts.ts';
import { list } from './define.ts';

/** Lists the invoices of one account; `status` is `draft`, `open`, `paid`, `uncollectible` or `void`. */
export const listInvoices = list(
  'listInvoices',
  '/v1/invoices',
  z.object({ id: BillingAccountId, status: z.string().optional() }),
  { field: 'invoices', item: WireInvoice, paging: 'cursor' },
);
/** Lists the invoices of all accounts that the caller can read, without their accounts. */
export const listOutstandingInvoices = list(
  'listOutstandingInvoices',
  '/v1/billing-accounts/invoices/outstanding',
  z.object({}),
  { field: 'invoices', item: WireInvoice, paging: 'whole' },
);
/** Lists payments, the newest first. */
export const listAccountTransactions = list(
  'listAccountTransactions',
  '/v1/billing-accounts/{id}/transactions',
  getBillingAccount.input,
  { field: 'transactions', item: WireTransaction, paging: 'cursor' },
);
