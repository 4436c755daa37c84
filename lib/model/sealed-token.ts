import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Instant } from './time/time.ts';

/** The parts that a token proves, or the reason why it proves nothing. */
export type OpenedToken =
  | { readonly kind: 'valid'; readonly parts: readonly string[]; readonly expires: Instant }
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

const shape = /^((\w+)((?:\.[\w-]+)*)\.(\d{10}))\.([\w-]{43})$/;
/** The longest token that is looked at. */
const longest = 4_000;

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

/** Checks a token in constant time, however much of it is right. A single changed character makes it forged. */
export function openToken(secret: string, purpose: string, token: string, now: Instant): OpenedToken {
  const [, signed = '', named, parts = '', end = '', seal = ''] =
    token.length > longest ? [] : (shape.exec(token) ?? []);
  if (named !== purpose || !isValidSeal(secret, signed, seal, 'base64url')) return { kind: 'forged' };
  const expires = Instant.parse(Number(end) * 1_000);
  return expires <= now ? { kind: 'expired' } : { kind: 'valid', parts: parts.split('.').slice(1), expires };
}

/** Reports in constant time, however much of it is right, whether a text was sealed with a secret. */
export function isValidSeal(
  secret: string,
  signed: string,
  seal: string,
  form: 'base64url' | 'hex',
): boolean {
  const [given, own] = [Buffer.from(seal), Buffer.from(computeSeal(secret, signed, form))];
  return given.length === own.length && timingSafeEqual(given, own);
}

const computeSeal = (secret: string, signed: string, form: 'base64url' | 'hex' = 'base64url'): string =>
  createHmac('sha256', secret).update(signed).digest(form);

/** Returns a digest of a text as a token's part, from which the text cannot be found. */
export const digestPart = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Returns a text in the characters of a token's part. */
export const inToken = (text: string): string => Buffer.from(text).toString('base64url');
export const fromToken = (part: string): string => Buffer.from(part, 'base64url').toString();
