import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Instant } from './time/time.ts';

/** The result of checking a token: its parts, or why it is invalid. */
export type OpenedToken =
  | { readonly kind: 'valid'; readonly parts: readonly string[]; readonly expires: Instant }
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

const shape = /^((\w+)((?:\.[\w-]+)*)\.(\d{10}))\.([\w-]{43})$/;
/** The maximum length of a token; longer ones are not checked. */
const longestToken = 4_000;

/**
 * Returns a token that proves its parts until it expires, in whole seconds: an HMAC-SHA-256 over all of them. Whoever has
 * `secret` can make any token.
 * @param purpose the first word of the token; tokens of one purpose are not valid for another.
 * @param parts texts of letters, digits, "_" and "-"; other texts are put into base64url first.
 */
export function sealToken(
  secret: string,
  purpose: string,
  parts: readonly string[],
  expires: Instant,
): string {
  const signed = [purpose, ...parts, String(Math.floor(expires / 1_000))].join('.');
  return `${signed}.${computeSeal(secret, signed)}`;
}

/** Checks a token in constant time, however much of it is correct. A single changed character makes it forged. */
export function openToken(secret: string, purpose: string, token: string, now: Instant): OpenedToken {
  const [, signed = '', givenPurpose, parts = '', end = '', seal = ''] =
    token.length > longestToken ? [] : (shape.exec(token) ?? []);
  if (givenPurpose !== purpose || !isValidSeal(secret, signed, seal, 'base64url')) return { kind: 'forged' };
  const expires = Instant.parse(Number(end) * 1_000);
  return expires <= now ? { kind: 'expired' } : { kind: 'valid', parts: parts.split('.').slice(1), expires };
}

/** Reports whether a text was sealed with a secret, in constant time, however much of the seal is correct. */
export function isValidSeal(
  secret: string,
  signed: string,
  seal: string,
  form: 'base64url' | 'hex',
): boolean {
  const [given, expected] = [Buffer.from(seal), Buffer.from(computeSeal(secret, signed, form))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const computeSeal = (secret: string, signed: string, form: 'base64url' | 'hex' = 'base64url'): string =>
  createHmac('sha256', secret).update(signed).digest(form);

/** Returns a digest of a text as a part of a token; the text cannot be recovered from it. */
export const digestPart = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Encodes a text as a part of a token. */
export const inToken = (text: string): string => Buffer.from(text).toString('base64url');
export const fromToken = (part: string): string => Buffer.from(part, 'base64url').toString();
