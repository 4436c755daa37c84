import { hashOf, type User } from '../world/identity/identity.ts';
import type { Role } from '../world/identity/role.ts';
import { type Place, roleOn } from '../world/identity/roles.ts';
import type { World } from '../world/world.ts';
import type { WorldState } from '../world/world-state.ts';
import { ApiError, errorInfo } from './api-error.ts';

/** Who asks, and what the key is counted by. */
export type Caller = { readonly user: User; readonly email: string; readonly keyHash: string };

/** @throws ApiError when the header is missing (401), malformed (400), or names no key there is (401). */
export function callerOf(state: WorldState, header: string | undefined): Caller {
  if (header === undefined) {
    const details = [errorInfo('CREDENTIALS_MISSING')];
    throw new ApiError('UNAUTHENTICATED', 'the Authorization header is missing', { details });
  }
  const [, secret] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (secret === undefined) {
    const details = [errorInfo('CREDENTIALS_MALFORMED')];
    throw new ApiError('INVALID_ARGUMENT', 'the Authorization header must read "Bearer <key>"', { details });
  }
  const keyHash = hashOf(secret);
  const bearer = state.identity.bearers.get(keyHash);
  if (bearer) return { user: bearer.user, email: bearer.user.email, keyHash };
  throw new ApiError('UNAUTHENTICATED', 'the API key is not valid', {
    details: [errorInfo('API_KEY_INVALID')],
  });
}

/** Whether someone sees a thing at all; what they do not see is not in their lists. */
export const sees = (state: WorldState, { user }: Caller, place: Place): boolean =>
  roleOn(state, user, place) !== null;

/** A key that works from the beginning. */
export type ApiKey = {
  readonly key: string;
  /** On everything there is. Without one, its user may do what the world's roles say. */
  readonly role?: 'viewer' | 'editor' | 'owner';
  /** By the e-mail address; `<role>@example.com` where none is given. */
  readonly user?: string;
};

const reaches = { viewer: 'VIEWER', editor: 'EDITOR', owner: 'OWNER' } as const satisfies Record<
  string,
  Role
>;

export function admit(world: World, { key, role, user }: ApiKey): void {
  world.perform({
    kind: 'admit-key',
    secret: key,
    user: user ?? `${role ?? 'nobody'}@example.com`,
    reach: role ? reaches[role] : null,
  });
}
