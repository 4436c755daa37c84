import { get, list, remove, send } from '../../../clouds/compute/contract/define.ts';
import { ApiKey, GenerateApiKeyRequest, IdentityVerificationSession, User } from '../wire/user.ts';
import { none, onPlatform, specified } from './define.ts';

export const getUser = specified('Get the authenticated user', get('getUser', '/v1/auth', none, User));
export const deleteUser = specified('Delete the authenticated user', remove('deleteUser', '/v1/auth', none), {
  note: 'Includes all records and all access of the user.',
});
export const createIdentityVerificationSession = specified(
  'Begin an identity verification',
  get(
    'createIdentityVerificationSession',
    '/v1/auth/create-identity-verification-session',
    none,
    IdentityVerificationSession,
  ),
  { note: 'A GET that creates something.' },
);

export const createApiKey = specified(
  'Create an API key',
  send('POST', 'createApiKey', '/v1/api-keys', {
    input: none,
    body: GenerateApiKeyRequest.default({}),
    reply: ApiKey,
  }),
  { note: 'The key itself is in this reply only.' },
);
export const listApiKeys = onPlatform(
  'List the API keys of the user, without their secrets',
  list('listApiKeys', '/v1/api-keys', none, { field: 'apiKeys', item: ApiKey, paging: 'number' }),
);
