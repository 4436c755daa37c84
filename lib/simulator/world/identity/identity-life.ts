import { Refusal } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import type { WorldState } from '../world-state.ts';
import { anyUser, hashOf, secretOf, theUser } from './identity.ts';
import { strongerRole } from './role.ts';
import { readPublicKey } from './ssh-key.ts';

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

/** With all keys and roles, the last owner's too: what nobody owns any more is the platform's to look after. */
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

/** The name, with something added where someone chose it before. */
function freeId(taken: ReadonlyMap<string, unknown>, name: string): string {
  let id = name;
  for (let nth = 2; taken.has(id); nth++) id = `${name}-${nth}`;
  return id;
}
