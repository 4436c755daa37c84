import * as z from 'zod';
import { BillingAccountId } from '../../../model/ids.ts';
import { WireBillingAccount } from '../wire/billing-account.ts';
import { get, list } from './define.ts';

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
