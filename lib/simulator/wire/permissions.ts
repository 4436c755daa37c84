import * as z from 'zod';
import { given, maybe, openEnum, openRecord, text } from './values.ts';

export const Role = openEnum('Role', ['UNKNOWN', 'OWNER', 'VIEWER', 'EDITOR']);
export const UserPermission = openRecord('UserPermission', 'Named by the specification without its fields.');

export const GetBillingAccountPermissionsResponse = z
  .object({ permissions: maybe(z.array(UserPermission)) })
  .meta({ id: 'GetBillingAccountPermissionsResponse' });
export const GetProjectPermissionsResponse = z
  .object({ permissions: maybe(z.array(UserPermission)) })
  .meta({ id: 'GetProjectPermissionsResponse' });

export const Permissions = z
  .object({
    billingAccountPermissions: maybe(z.array(UserPermission)),
    dataCenterPermissions: maybe(z.array(UserPermission)),
    projectPermissions: maybe(z.array(UserPermission)),
  })
  .meta({ id: 'Permissions' });

/** Whom a role is given to, and whom it is taken from, on what the path does not name. */
export const AddUserPermission = z.object({
  billingAccountId: given(text),
  dataCenterId: given(text),
  projectId: given(text),
  role: given(Role),
  userEmail: given(text),
});
export const RemoveUserPermission = AddUserPermission.omit({ userEmail: true }).extend({
  userId: given(text),
});

/** The caller. */
export const User = z
  .object({ emailAddress: maybe(text), firstName: maybe(text), lastName: maybe(text), picture: maybe(text) })
  .meta({ id: 'User' });

export const IdentityVerificationSession = z
  .object({ clientSecret: maybe(text), id: maybe(text) })
  .meta({ id: 'IdentityVerificationSession' });
