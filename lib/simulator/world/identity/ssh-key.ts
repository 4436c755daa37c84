import { createHash } from 'node:crypto';
import type { Instant } from '../../../model/time/time.ts';
import { Refusal } from '../refusal.ts';

export type PublicKey = {
  readonly type: string;
  /** Type and key, without a comment. */
  readonly text: string;
  readonly comment: string;
  /** As `ssh-keygen -l` shows it. */
  readonly fingerprint: string;
};
export type SshKey = PublicKey & { readonly id: string; readonly createdAt: Instant };

/** Whether the fields after the type are those of a key of that type, by RFC 4253, 5656, 8709 and OpenSSH's PROTOCOL.u2f. */
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

/** Reads a line as it stands in `id_ed25519.pub`. @throws Refusal when it is no public key. */
export function readPublicKey(line: string): PublicKey {
  const [type = '', base64 = '', ...comment] = line.trim().split(/[ \t]+/);
  const blob = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const [named, ...fields] = fieldsOf(blob) ?? [];
  const fits = Object.hasOwn(shapes, type) && shapes[type]?.(fields);
  if (!fits || named?.toString() !== type || /[\r\n]/.test(line.trim())) {
    throw new Refusal('invalid', 'publicKey is no SSH public key, such as "ssh-ed25519 AAAA... ana@laptop"');
  }
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { type, text: `${type} ${base64}`, comment: comment.join(' '), fingerprint: `SHA256:${digest}` };
}

/** The fields of a key, each after its length; `undefined` where they do not end with it. */
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

/** A leading zero byte keeps a number from being read as negative, and counts for nothing. */
function bitsOf(number: Buffer): number {
  const first = number.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first] ?? 0));
}
