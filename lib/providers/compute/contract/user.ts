import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { WirePermissions, WirePermissionsOn, WireUser } from '../wire/user.ts';
import { get } from './define.ts';

const text = z.string().optional();

export const getUser = get('getUser', '/v1/auth', z.object({}), WireUser);
/** Lists the permissions of the caller; without parameters, on everything. */
export const listPermissions = get(
  'listPermissions',
  '/v1/auth/permissions',
  z.object({ projectId: text, dataCenterId: text, billingAccountId: text }),
  WirePermissions,
);
/** Lists the permissions of all users on one project. */
export const getProjectPermissions = get(
  'getProjectPermissions',
  '/v1/projects/{id}:list-permissions',
  z.object({ id: ProjectId }),
  WirePermissionsOn,
);
/** Lists the permissions of all users on one billing account. */
export const getAccountPermissions = get(
  'getAccountPermissions',
  '/v1/billing-accounts/{id}:list-permissions',
  z.object({ id: BillingAccountId }),
  WirePermissionsOn,
);
