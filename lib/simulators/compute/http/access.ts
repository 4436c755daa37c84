import { assertNever } from '../../../model/assert-never.ts';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import type { SpecifiedOperation } from '../contract/contract.ts';
import { type Subject, subjectOf } from '../contract/define.ts';
import { hashOf, includesRole, type Role, type User } from '../world/identity/identity.ts';
import { type Place, roleOn, thePlace } from '../world/identity/identity-life.ts';
import type { World } from '../world/world.ts';
import type { WorldState } from '../world/world-state.ts';
import { ApiError, errorInfo } from './api-error.ts';

/** The caller of a request, and the hash that its key is counted by. */
export type Caller = { readonly user: User; readonly email: string; readonly keyHash: string };

/**
 * Returns the caller. @throws ApiError when the header is missing (401), malformed (400), or names an unknown key
 * (401).
 */
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

/** Reports whether a user sees a thing at all; unseen things are left out of lists. */
export const sees = (state: WorldState, { user }: Caller, place: Place): boolean =>
  roleOn(state, user, place) !== null;

/** A key that is valid from the beginning. */
export type ApiKey = {
  readonly key: string;
  /** The role on everything. Without one, the world's roles of its user apply. */
  readonly role?: 'viewer' | 'editor' | 'owner';
  /** The user's e-mail address; `<role>@example.com` by default. */
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

type NeedyOperation = Pick<SpecifiedOperation, 'method' | 'path' | 'role' | 'isPaidByAccount'>;

/** The subject of an operation, on which its caller needs a role. */
type Need =
  | ({ readonly kind: 'place'; readonly role: Role } & Subject)
  /** A role on any billing account. */
  | { readonly kind: 'any-account'; readonly role: Role }
  /** The caller's own data, or public data. */
  | { readonly kind: 'own'; readonly changes: boolean };

/** Returns the need of an operation by its description, so that every operation has one. */
export function needOf({ method, path, role, isPaidByAccount }: NeedyOperation): Need {
  const subject = subjectOf(path);
  if (subject) return { kind: 'place', role, ...subject };
  return isPaidByAccount ? { kind: 'any-account', role } : { kind: 'own', changes: method !== 'GET' };
}

/**
 * Checks the caller's role. @throws ApiError when it does not suffice, and Refusal when the subject does not exist.
 */
export function requirePermission(
  state: WorldState,
  caller: Caller,
  need: Need,
  path: Readonly<Record<string, string>>,
): void {
  switch (need.kind) {
    case 'place':
      requireRole(state, caller, placeOf(need.of, path[need.parameter] ?? ''), need.role);
      return;
    case 'any-account': {
      const accounts = [...state.accounts.keys()];
      const held = accounts.map((id) => roleOn(state, caller.user, { kind: 'account', id }));
      if (includesRole(caller.user.reach, need.role) || held.some((role) => includesRole(role, need.role)))
        return;
      throw denied(need.role, 'a billing account');
    }
    case 'own':
      // A key with read access to everything must not change anything.
      if (need.changes && caller.user.reach === 'VIEWER') throw denied('EDITOR', 'the user');
      return;
    default:
      assertNever(need);
  }
}

/**
 * Requires a role on a place. @throws ApiError when the caller's role does not suffice; Refusal when the place does
 * not exist.
 */
export function requireRole(state: WorldState, { user }: Caller, place: Place, needed: Role): void {
  thePlace(state, place);
  if (includesRole(roleOn(state, user, place), needed)) return;
  throw denied(needed, `${place.kind} ${place.id}`);
}

const placeOf = (kind: Place['kind'], id: string): Place =>
  kind === 'account'
    ? { kind, id: BillingAccountId.parse(id) }
    : kind === 'project'
      ? { kind, id: ProjectId.parse(id) }
      : { kind, id };

function denied(role: Role, on: string): ApiError {
  const details = [errorInfo('IAM_PERMISSION_DENIED', { role, resource: on })];
  return new ApiError('PERMISSION_DENIED', `this requires the role ${role} on ${on}`, { details });
}
