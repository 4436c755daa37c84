import { assertNever } from '../../model/assert-never.ts';
import { BillingAccountId, ProjectId } from '../../model/ids.ts';
import type { AnyOperation } from '../../providers/operation.ts';
import type { contract } from '../contract/contract.ts';
import { hashOf, includesRole, type Role, type User } from '../world/identity/identity.ts';
import { type Place, roleOn, thePlace } from '../world/identity/identity-life.ts';
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

/** To say who may, and to delete the whole of something. */
const ownerOnly: ReadonlySet<string> = new Set<keyof typeof contract>([
  'addAccountPermission',
  'removeAccountPermission',
  'addDataCenterPermission',
  'addProjectPermission',
  'removeProjectPermission',
  'deleteProject',
  'deleteDataCenter',
]);

/** Asked by GET, and yet it changes something. */
const changingGet: ReadonlySet<string> = new Set<keyof typeof contract>(['createSetupIntent']);

/** What is made at the cost of a billing account that the body names: it is looked at again with the body. */
const paidByAccount: ReadonlySet<string> = new Set<keyof typeof contract>([
  'createProject',
  'createDataCenter',
]);

/** What an operation is about, and so what its caller needs a role on. */
type Need =
  | { readonly kind: 'place'; readonly of: Place['kind']; readonly parameter: string; readonly role: Role }
  /** A role on some billing account. */
  | { readonly kind: 'any-account'; readonly role: Role }
  /** Nothing but the caller's own, or everybody's. */
  | { readonly kind: 'own'; readonly changes: boolean };

const places = [
  { of: 'project', path: /^\/v1\/projects?\/\{([^}]+)\}/ },
  { of: 'account', path: /^\/v1\/billing-accounts\/\{([^}]+)\}/ },
  { of: 'dataCenter', path: /^\/v1\/data-centers\/\{([^}]+)\}/ },
] as const;

/** Follows from the path and the method, so that no operation is without one. */
export function needOf({ id, method, path }: Pick<AnyOperation, 'id' | 'method' | 'path'>): Need {
  const reads = method === 'GET' && !changingGet.has(id);
  const role = ownerOnly.has(id) ? 'OWNER' : reads ? 'VIEWER' : 'EDITOR';
  for (const { of, path: pattern } of places) {
    const [, parameter] = pattern.exec(path) ?? [];
    if (parameter !== undefined) return { kind: 'place', of, parameter, role };
  }
  return paidByAccount.has(id) ? { kind: 'any-account', role } : { kind: 'own', changes: method !== 'GET' };
}

/** @throws ApiError when the caller may not, and Refusal when there is no such thing that anyone might. */
export function mustMay(
  state: WorldState,
  caller: Caller,
  need: Need,
  path: Readonly<Record<string, string>>,
): void {
  switch (need.kind) {
    case 'place':
      mustHave(state, caller, placeOf(need.of, path[need.parameter] ?? ''), need.role);
      return;
    case 'any-account': {
      const accounts = [...state.accounts.keys()];
      const held = accounts.map((id) => roleOn(state, caller.user, { kind: 'account', id }));
      if (includesRole(caller.user.reach, need.role) || held.some((role) => includesRole(role, need.role)))
        return;
      throw denied(need.role, 'a billing account');
    }
    case 'own':
      // A key that may look at everything is given out so as to change nothing whatever.
      if (need.changes && caller.user.reach === 'VIEWER') throw denied('EDITOR', 'the user');
      return;
    default:
      assertNever(need);
  }
}

/** @throws ApiError when the caller has a lesser role on something, or none; Refusal when there is no such thing. */
export function mustHave(state: WorldState, { user }: Caller, place: Place, needed: Role): void {
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
  return new ApiError('PERMISSION_DENIED', `this takes the role ${role} on ${on}`, { details });
}
