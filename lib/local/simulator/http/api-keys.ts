import { ApiError, errorInfo } from './api-error.ts';

/** A viewer may look; an editor may change things too. */
export type ApiKey = { readonly key: string; readonly role: 'viewer' | 'editor' };

/** @throws ApiError when the header is missing (401), malformed (400), or names no key there is (401). */
export function keyOf(header: string | undefined, keys: readonly ApiKey[]): ApiKey {
  if (header === undefined) {
    const details = [errorInfo('CREDENTIALS_MISSING')];
    throw new ApiError('UNAUTHENTICATED', 'the Authorization header is missing', { details });
  }
  const [, bearer] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (bearer === undefined) {
    const details = [errorInfo('CREDENTIALS_MALFORMED')];
    throw new ApiError('INVALID_ARGUMENT', 'the Authorization header must read "Bearer <key>"', { details });
  }
  const key = keys.find((known) => known.key === bearer);
  if (key) return key;
  throw new ApiError('UNAUTHENTICATED', 'the API key is not valid', {
    details: [errorInfo('API_KEY_INVALID')],
  });
}

/** @throws ApiError when a key that may only look would change something. */
export function mustAllow(key: ApiKey, method: string): void {
  if (key.role === 'editor' || method === 'GET') return;
  const details = [errorInfo('IAM_PERMISSION_DENIED', { role: key.role.toUpperCase(), method })];
  throw new ApiError('PERMISSION_DENIED', `a ${key.role} may not ${method} here`, { details });
}
