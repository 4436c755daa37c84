import * as watched from '../../../clouds/compute/contract/billing-accounts.ts';
import { get, list, send } from '../../../clouds/compute/contract/define.ts';
import {
  BillingAccount,
  BillingAccountProject,
  CreateBillingAccountRequest,
  GetBillingAccountDetailsResponse,
} from '../wire/billing-account.ts';
import { none, onPlatform } from './define.ts';

const account = '/v1/billing-accounts/{id}';
const oneAccount = watched.getBillingAccount.input;

export const listBillingAccounts = onPlatform('List billing accounts', {
  ...watched.listBillingAccounts,
  item: BillingAccount,
});
export const getBillingAccount = onPlatform('Get a billing account', {
  ...watched.getBillingAccount,
  reply: BillingAccount,
});
export const getBillingAccountDetails = onPlatform(
  'Get a billing account and its customer at the payment provider',
  get('getBillingAccountDetails', `${account}/details`, oneAccount, GetBillingAccountDetailsResponse),
);
export const listBillingAccountProjects = onPlatform(
  'List the projects of a billing account',
  list('listBillingAccountProjects', `${account}/projects`, oneAccount, {
    field: 'projects',
    item: BillingAccountProject,
    paging: 'whole',
  }),
);
export const createBillingAccount = onPlatform(
  'Create a billing account',
  send('POST', 'createBillingAccount', '/v1/billing-accounts', {
    input: none,
    body: CreateBillingAccountRequest,
    reply: BillingAccount,
  }),
);
