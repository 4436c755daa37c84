import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Instant } from '../../../../model/time/time.ts';
import { existing, Refusal } from '../refusal.ts';

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
  readonly sshKeys: Map<string, SshKey>;
  verifications: number;
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
    sshKeys: new Map(),
    verifications: 0,
  };
  users.set(email, user);
  return user;
}

/** Returns a user. @throws Refusal when it does not exist. */
export const theUser = ({ users }: Identity, email: string): User =>
  existing(users.get(email), `user ${email}`);

type SeededAt = { readonly seed: number; readonly at: Instant };

/** Returns a token, the same for the same world, names and second, from which no other can be guessed. */
export const secretFor = ({ seed, at }: SeededAt, ...names: readonly string[]): string =>
  createHmac('sha256', `token ${seed}`)
    .update(JSON.stringify([at, ...names]))
    .digest('base64url');

type PublicKey = {
  readonly type: string;
  /** The type and key, without a comment. */
  readonly text: string;
  readonly comment: string;
  /** The fingerprint as `ssh-keygen -l` shows it. */
  readonly fingerprint: string;
};
export type SshKey = PublicKey & { readonly id: string; readonly createdAt: Instant };

/** Checks of the fields after the type for each key type, by RFC 4253, 5656, 8709 and OpenSSH's PROTOCOL.u2f. */
const shapes: Readonly<Record<string, (fields: readonly Buffer[]) => boolean>> = {
  'ssh-rsa': ([exponent, modulus, ...rest]) =>
    rest.length === 0 && !!exponent?.length && !!modulus && bitsOf(modulus) >= 1_024,
  'ssh-ed25519': ([point, ...rest]) => rest.length === 0 && point?.length === 32,
  'ecdsa-sha2-nistp256': onCurve('nistp256', 65),
  'ecdsa-sha2-nistp384': onCurve('nistp384', 97),
  'ecdsa-sha2-nistp521': onCurve('nistp521', 133),
  'sk-ssh-ed25519@openssh.com': ([point, application, ...rest]) =>
    rest.length === 0 && point?.length === 32 && application !== undefined,
  'sk-ecdsa-sha2-nistp256@openssh.com': ([name, point, application, ...rest]) =>
    rest.length === 0 && application !== undefined && onCurve('nistp256', 65)(present(name, point)),
};

/** Reads a public key, such as a line of `id_ed25519.pub`. @throws Refusal when it is not one. */
export function readPublicKey(line: string): PublicKey {
  const [type = '', base64 = '', ...comment] = line.trim().split(/[ \t]+/);
  const blob = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const [named, ...fields] = fieldsOf(blob) ?? [];
  const fits = Object.hasOwn(shapes, type) && shapes[type]?.(fields);
  if (!fits || named?.toString() !== type || /[\r\n]/.test(line.trim())) {
    throw new Refusal(
      'invalid',
      'publicKey is not an SSH public key, such as "ssh-ed25519 AAAA... ana@laptop"',
    );
  }
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { type, text: `${type} ${base64}`, comment: comment.join(' '), fingerprint: `SHA256:${digest}` };
}

/** Splits a key into its length-prefixed fields; `undefined` when the lengths do not match. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

function onCurve(curve: string, length: number): (fields: readonly Buffer[]) => boolean {
  return ([name, point, ...rest]) =>
    rest.length === 0 && name?.toString() === curve && point?.length === length && point[0] === 4;
}

const present = (...fields: readonly (Buffer | undefined)[]): Buffer[] =>
  fields.filter((field) => field !== undefined);

/** Counts the bits of a number without leading zero bytes, which only mark it as positive. */
function bitsOf(number: Buffer): number {
  const first = number.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first] ?? 0));
}
