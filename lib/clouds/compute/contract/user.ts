import * as z from 'zod';
import { WirePermissions, WireUser } from '../wire/user.ts';
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
