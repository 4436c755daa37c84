import { get, list, send } from '../../../clouds/compute/contract/define.ts';
import { ApiKey, GenerateApiKeyRequest, User } from '../wire/user.ts';
import { none, onPlatform, specified } from './define.ts';

export const getUser = specified('Get the authenticated user', get('getUser', '/v1/auth', none, User));

export const createApiKey = specified(
  'Create an API key',
  send('POST', 'createApiKey', '/v1/api-keys', {
    input: none,
    body: GenerateApiKeyRequest.default({}),
    reply: ApiKey,
  }),
  'The key itself is in this reply only.',
);
export const listApiKeys = onPlatform(
  'List the API keys of the user, without their secrets',
  list('listApiKeys', '/v1/api-keys', none, { field: 'apiKeys', item: ApiKey, paging: 'number' }),
);
