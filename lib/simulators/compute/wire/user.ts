import * as z from 'zod';
import { given, maybe, openEnum, openRecord, readOnly, record, text, time } from './values.ts';

export const ApiKey = record('ApiKey', {
  id: readOnly(text),
  key: readOnly(text, { description: 'The secret: in the reply to its creation, and never again.' }),
  createTime: readOnly(time),
});

const apikeyId = z
  .string()
  .regex(/^[a-z0-9-]{4,63}$/, 'must be 4 to 63 lowercase letters, digits and hyphens')
  .meta({ description: 'The last part of the resource name of the key.' });

/** The request for a key. The specification requires the name, but its guide sends `{}`, so that is accepted. */
export const GenerateApiKeyRequest = z.object({ apikeyId: apikeyId.optional() }).meta({
  id: 'GenerateApiKeyRequest',
  description: 'The guide sends an empty object, though the schema of the request requires apikeyId.',
});

const Role = openEnum('Role', ['UNKNOWN', 'OWNER', 'VIEWER', 'EDITOR']);
const UserPermission = openRecord('UserPermission', 'Named by the specification without its fields.');

export const GetBillingAccountPermissionsResponse = record('GetBillingAccountPermissionsResponse', {
  permissions: maybe(z.array(UserPermission)),
});
export const GetProjectPermissionsResponse = record('GetProjectPermissionsResponse', {
  permissions: maybe(z.array(UserPermission)),
});

export const Permissions = record('Permissions', {
  billingAccountPermissions: maybe(z.array(UserPermission)),
  dataCenterPermissions: maybe(z.array(UserPermission)),
  projectPermissions: maybe(z.array(UserPermission)),
});

/** A change of a user's role; the fields name what the path does not. */
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
export const User = record('User', {
  emailAddress: maybe(text),
  firstName: maybe(text),
  lastName: maybe(text),
  picture: maybe(text),
});

export const IdentityVerificationSession = record('IdentityVerificationSession', {
  clientSecret: maybe(text),
  id: maybe(text),
});

export const SshKey = record('SshKey', {
  id: maybe(text),
  comment: maybe(text),
  createTime: maybe(text),
  fingerprint: maybe(text),
  publicKey: maybe(text),
  type: maybe(text),
});
