import { createHash, createHmac } from 'node:crypto';
import type { Instant } from '../../../model/time/time.ts';
import { Refusal } from '../refusal.ts';
import type { Role } from './role.ts';
import type { SshKey } from './ssh-key.ts';

/** `serial` tells apart the keys that one after the other bear an id. */
export type ApiKey = { readonly id: string; readonly serial: number; readonly createdAt: Instant };

export type User = {
  readonly id: string;
  readonly email: string;
  readonly createdAt: Instant;
  /** A role on everything there is, as those have who run the platform. */
  reach: Role | null;
  /** By id. */
  readonly keys: Map<string, ApiKey>;
  readonly sshKeys: Map<string, SshKey>;
  verifications: number;
};

/** Users and what they may do. */
export type Identity = {
  /** By e-mail address. */
  readonly users: Map<string, User>;
  /** By the hash of the secret, which itself is kept nowhere. */
  readonly bearers: Map<string, { readonly user: User; readonly id: string }>;
  /** Who has which role, by place; users by their e-mail address. */
  readonly roles: Map<string, Map<string, Role>>;
  /** How many keys were ever made. */
  serial: number;
};

export const nobody = (): Identity => ({ users: new Map(), bearers: new Map(), roles: new Map(), serial: 0 });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hashOf = (secret: string): string => sha256(secret);

/** Text that nobody guesses who does not know the seed, and that the same world makes again. */
export const tokenFor = (seed: number, ...names: readonly (string | number)[]): string =>
  createHmac('sha256', `${seed}`).update(JSON.stringify(names)).digest('hex');

/** What a key that the world made reads. */
export const secretOf = (seed: number, { email }: User, { id, serial }: ApiKey): string =>
  tokenFor(seed, 'api-key', email, id, serial);

/** The user by an e-mail address, who comes to be when there is none. */
export function anyUser({ users }: Identity, address: string, at: Instant): User {
  const email = address.toLowerCase();
  const known = users.get(email);
  if (known) return known;
  const user: User = {
    id: sha256(email).slice(0, 16),
    email,
    createdAt: at,
    reach: null,
    keys: new Map(),
    sshKeys: new Map(),
    verifications: 0,
  };
  users.set(email, user);
  return user;
}

/** @throws Refusal when there is none. */
export function theUser({ users }: Identity, email: string): User {
  const user = users.get(email);
  if (!user) throw new Refusal('not-found', `user ${email} does not exist`);
  return user;
}
