import { Problem } from './problem.ts';

export const scopes = [
  'pods:read',
  'pods:write',
  'clusters:read',
  'serverless:read',
  'network-volumes:read',
  'templates:read',
  'registries:read',
  'catalog:read',
  'billing:read',
  'account:read',
] as const;
export type Scope = (typeof scopes)[number];

export type ApiKey = { readonly key: string; readonly scopes: ReadonlySet<Scope> };

/** Returns the key of a request. @throws Problem when it has none, or an unknown one. */
export function keyIn(header: string | undefined, keys: readonly ApiKey[]): ApiKey {
  const token = /^Bearer (.+)$/.exec(header ?? '')?.[1];
  if (token === undefined) throw new Problem(401, 'missing bearer token');
  const entry = keys.find(({ key }) => key === token);
  if (entry === undefined) throw new Problem(401, 'invalid API key');
  return entry;
}

/** @throws Problem when a key lacks a scope. */
export function requireScope({ scopes: held }: ApiKey, scope: Scope): void {
  if (!held.has(scope)) throw new Problem(403, `access denied: the API key lacks the scope ${scope}`);
}
