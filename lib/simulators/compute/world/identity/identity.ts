import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Instant } from '../../../../model/time/time.ts';
import { existing } from '../refusal.ts';

/** A user's role: view; also change; also grant roles and delete the whole. */
export const Role = z.enum(['VIEWER', 'EDITOR', 'OWNER']);
export type Role = z.infer<typeof Role>;

const strength: Readonly<Record<Role, number>> = { VIEWER: 1, EDITOR: 2, OWNER: 3 };

export const includesRole = (held: Role | null, needed: Role): boolean =>
  held !== null && strength[held] >= strength[needed];

export const strongerRole = (left: Role | null, right: Role | null): Role | null =>
  left !== null && includesRole(left, right ?? left) ? left : (right ?? left);

/** An API key. `serial` distinguishes keys that had the same id. */
export type ApiKey = { readonly id: string; readonly serial: number; readonly createdAt: Instant };

export type User = {
  readonly id: string;
  readonly email: string;
  readonly createdAt: Instant;
  /** A role on everything, as of the platform's operators. */
  reach: Role | null;
  /** Keys by id. */
  readonly keys: Map<string, ApiKey>;
};

/** Users and their roles. */
export type Identity = {
  /** Users by e-mail address. */
  readonly users: Map<string, User>;
  /** Keys by the hash of their secret, which is not stored. */
  readonly bearers: Map<string, { readonly user: User; readonly id: string }>;
  /** Roles by place and e-mail address. */
  readonly roles: Map<string, Map<string, Role>>;
  /** The number of keys ever created. */
  serial: number;
};

export const nobody = (): Identity => ({ users: new Map(), bearers: new Map(), roles: new Map(), serial: 0 });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hashOf = (secret: string): string => sha256(secret);

/** Returns a text that cannot be guessed without the seed, and is reproducible. */
export const tokenFor = (seed: number, ...names: readonly (string | number)[]): string =>
  createHmac('sha256', `${seed}`).update(JSON.stringify(names)).digest('hex');

/** Returns the secret of a key that the world created. */
export const secretOf = (seed: number, { email }: User, { id, serial }: ApiKey): string =>
  tokenFor(seed, 'api-key', email, id, serial);

/** Returns the user of an e-mail address, creating it if needed. */
export function anyUser({ users }: Identity, address: string, at: Instant): User {
  const email = address.toLowerCase();
  const existing = users.get(email);
  if (existing) return existing;
  const user: User = {
    id: sha256(email).slice(0, 16),
    email,
    createdAt: at,
    reach: null,
    keys: new Map(),
  };
  users.set(email, user);
  return user;
}

/** Returns a user. @throws Refusal when it does not exist. */
export const theUser = ({ users }: Identity, email: string): User =>
  existing(users.get(email), `user ${email}`);
