import * as z from 'zod';
import { get, inProject, noReply, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/user.ts';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import {
  AddUserPermission,
  GetBillingAccountPermissionsResponse,
  GetProjectPermissionsResponse,
  Permissions,
  RemoveUserPermission,
} from '../wire/user.ts';
import { name } from '../wire/values.ts';
import { onPlatform, specified } from './define.ts';

const account = '/v1/billing-accounts/{billingAccountId}';
const inAccount = z.object({ billingAccountId: BillingAccountId });
const project = '/v1/projects/{projectId}';

export const listPermissions = specified('Get permissions', {
  ...watched.listPermissions,
  reply: Permissions,
});
export const addAccountPermission = specified(
  'Grant a user a role on a billing account',
  send('POST', 'addAccountPermission', `${account}/add-user-permission`, {
    input: inAccount,
    body: AddUserPermission.omit({ billingAccountId: true }),
    reply: noReply,
  }),
  { role: 'OWNER' },
);
export const removeAccountPermission = specified(
  'Revoke the role of a user on a billing account',
  send('POST', 'removeAccountPermission', `${account}/remove-user-permission`, {
    input: inAccount,
    body: RemoveUserPermission.omit({ billingAccountId: true }),
    reply: noReply,
  }),
  { role: 'OWNER' },
);
export const addDataCenterPermission = specified(
  'Grant a user a role on a data center',
  send('POST', 'addDataCenterPermission', '/v1/data-centers/{dataCenterId}/add-user-permission', {
    input: z.object({ dataCenterId: name }),
    body: AddUserPermission.omit({ dataCenterId: true }),
    reply: noReply,
  }),
  { role: 'OWNER' },
);
export const addProjectPermission = specified(
  'Grant a user a role on a project',
  send('POST', 'addProjectPermission', `${project}/add-user-permission`, {
    input: inProject,
    body: AddUserPermission.omit({ projectId: true }),
    reply: noReply,
  }),
  { role: 'OWNER' },
);
export const removeProjectPermission = specified(
  'Revoke the role of a user on a project',
  send('POST', 'removeProjectPermission', `${project}/remove-user-permission`, {
    input: inProject,
    body: RemoveUserPermission.omit({ projectId: true }),
    reply: noReply,
  }),
  { role: 'OWNER' },
);
export const getAccountPermissions = onPlatform(
  'Get the roles on a billing account',
  get(
    'getAccountPermissions',
    '/v1/billing-accounts/{id}:list-permissions',
    z.object({ id: BillingAccountId }),
    GetBillingAccountPermissionsResponse,
  ),
);
export const getProjectPermissions = onPlatform(
  'Get the roles on a project',
  get(
    'getProjectPermissions',
    '/v1/projects/{id}:list-permissions',
    z.object({ id: ProjectId }),
    GetProjectPermissionsResponse,
  ),
);
