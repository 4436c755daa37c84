import type { BillingAccountId, ProjectId } from '../../../../model/ids.ts';
import { Refusal } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { theAccount, theDataCenter, theProject, type WorldState } from '../world-state.ts';
import {
  anyUser,
  hashOf,
  type Role,
  readPublicKey,
  secretOf,
  strongerRole,
  theUser,
  type User,
} from './identity.ts';

export function admitKey({ identity, at }: WorldState, event: EventOf<'admit-key'>): void {
  const user = anyUser(identity, event.user, at);
  user.reach = strongerRole(user.reach, event.reach);
  const hash = hashOf(event.secret);
  if (identity.bearers.has(hash)) return;
  const id = `known-${hash.slice(0, 8)}`;
  user.keys.set(id, { id, serial: 0, createdAt: at });
  identity.bearers.set(hash, { user, id });
}

export function createApiKey({ identity, at, seed }: WorldState, event: EventOf<'create-api-key'>): void {
  const user = anyUser(identity, event.user, at);
  const serial = identity.serial + 1;
  const id = event.id ?? freeId(user.keys, `key-${serial}`);
  if (user.keys.has(id)) throw new Refusal('exists', `API key ${id} already exists`);
  identity.serial = serial;
  const key = { id, serial, createdAt: at };
  user.keys.set(id, key);
  identity.bearers.set(hashOf(secretOf(seed, user, key)), { user, id });
}

export function revokeApiKey({ identity }: WorldState, event: EventOf<'revoke-api-key'>): void {
  const user = theUser(identity, event.user);
  if (!user.keys.delete(event.id)) throw new Refusal('not-found', `API key ${event.id} does not exist`);
  for (const [hash, bearer] of identity.bearers) {
    if (bearer.user === user && bearer.id === event.id) identity.bearers.delete(hash);
  }
}

/** Deletes a user with all keys and roles, also a last owner's: the platform looks after things without an owner. */
export function deleteUser({ identity }: WorldState, event: EventOf<'delete-user'>): void {
  const user = theUser(identity, event.user);
  identity.users.delete(user.email);
  for (const [hash, bearer] of identity.bearers) if (bearer.user === user) identity.bearers.delete(hash);
  for (const held of identity.roles.values()) held.delete(user.email);
}

export function addSshKey({ identity, at }: WorldState, event: EventOf<'add-ssh-key'>): void {
  const { comment, ...key } = readPublicKey(event.publicKey);
  const user = anyUser(identity, event.user, at);
  const serial = identity.serial + 1;
  const id = event.id ?? freeId(user.sshKeys, `ssh-key-${serial}`);
  const isTaken = [...user.sshKeys.values()].some(({ fingerprint }) => fingerprint === key.fingerprint);
  if (isTaken || user.sshKeys.has(id)) throw new Refusal('exists', `SSH key ${id} already exists`);
  identity.serial = serial;
  user.sshKeys.set(id, { ...key, id, comment: event.comment ?? comment, createdAt: at });
}

export function deleteSshKey({ identity }: WorldState, event: EventOf<'delete-ssh-key'>): void {
  if (theUser(identity, event.user).sshKeys.delete(event.id)) return;
  throw new Refusal('not-found', `SSH key ${event.id} does not exist`);
}

/** Returns the name, with a number if it is taken. */
function freeId(taken: ReadonlyMap<string, unknown>, name: string): string {
  let id = name;
  for (let nth = 2; taken.has(id); nth++) id = `${name}-${nth}`;
  return id;
}

/** A thing that roles are granted on. */
export type Place =
  | { readonly kind: 'account'; readonly id: BillingAccountId }
  | { readonly kind: 'project'; readonly id: ProjectId }
  | { readonly kind: 'dataCenter'; readonly id: string };

export type Grant = { readonly user: User; readonly role: Role; readonly on: Place };

const keyOf = ({ kind, id }: Place): string => `${kind}/${id}`;
const accountOf = (state: WorldState, place: Place): Place | null => {
  const account = place.kind === 'project' ? state.projects.get(place.id)?.account : undefined;
  return account === undefined ? null : { kind: 'account', id: account };
};

/** Returns the strongest role of a user on a place; one on an account covers its projects. */
export function roleOn(state: WorldState, user: User, place: Place): Role | null {
  const { roles } = state.identity;
  const own = roles.get(keyOf(place))?.get(user.email) ?? null;
  const account = accountOf(state, place);
  const inherited = (account && roles.get(keyOf(account))?.get(user.email)) ?? null;
  return strongerRole(user.reach, strongerRole(own, inherited));
}

/** Returns all roles on a place, followed by those on its account. */
export function grantsOn(state: WorldState, place: Place): Grant[] {
  const { roles, users } = state.identity;
  const account = accountOf(state, place);
  return [place, ...(account ? [account] : [])].flatMap((on) =>
    [...(roles.get(keyOf(on)) ?? [])].flatMap(([email, role]) => {
      const user = users.get(email);
      return user ? [{ user, role, on }] : [];
    }),
  );
}

/** Checks that a place exists. @throws Refusal when it does not. */
export function thePlace(state: WorldState, { kind, id }: Place): void {
  if (kind === 'account') theAccount(state, id);
  else if (kind === 'project') theProject(state, id);
  else theDataCenter(state, id);
}

/** Makes the creator of a place its owner. */
export function own(state: WorldState, email: string, place: Place): void {
  const { identity, at } = state;
  identity.roles.set(keyOf(place), new Map([[anyUser(identity, email, at).email, 'OWNER']]));
}

/** Removes all roles on a deleted place, so that another of the same name starts without any. */
export const disown = ({ identity }: WorldState, place: Place): boolean =>
  identity.roles.delete(keyOf(place));

export function giveRole(state: WorldState, { user, on, role }: EventOf<'give-role'>): void {
  thePlace(state, on);
  const { identity, at } = state;
  const held = identity.roles.get(keyOf(on)) ?? new Map<string, Role>();
  if (role !== 'OWNER') refuseLastOwner(held, user, on);
  held.set(anyUser(identity, user, at).email, role);
  identity.roles.set(keyOf(on), held);
}

export function takeRole(state: WorldState, { user, on, role }: EventOf<'take-role'>): void {
  thePlace(state, on);
  const { email } = theUser(state.identity, user);
  const held = state.identity.roles.get(keyOf(on));
  const current = held?.get(email);
  if (!held || current === undefined || (role !== null && role !== current)) {
    throw new Refusal('not-found', `the user has no role ${role ?? 'at all'} on ${keyOf(on)}`);
  }
  refuseLastOwner(held, email, on);
  held.delete(email);
}

function refuseLastOwner(held: ReadonlyMap<string, Role>, email: string, on: Place): void {
  const owners = [...held].filter(([, role]) => role === 'OWNER');
  if (owners.length === 1 && owners[0]?.[0] === email) {
    throw new Refusal(
      'wrong-state',
      `${email} is the last owner of ${keyOf(on)}: make someone else one first`,
    );
  }
}
