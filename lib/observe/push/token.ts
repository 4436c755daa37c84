import { createHmac, timingSafeEqual } from 'node:crypto';
import { Subject } from '../../model/ids.ts';
import { Instant } from '../../model/time/time.ts';

/** The machine that a token is for: one resource of one provider. */
export type TokenHolder = { readonly provider: string; readonly machine: Subject; readonly expires: Instant };

/** The holder that a token proves, or the reason why it is invalid. The reason names no secret. */
export type TokenCheck =
  | { readonly kind: 'valid'; readonly holder: TokenHolder }
  | { readonly kind: 'rejected'; readonly because: string };

const form = /^swt1\.([\w-]{1,40})\.([\w-]{1,1600})\.(\d{10})\.([\w-]{43})$/;

/**
 * Returns the token with which a machine authenticates its pushes: an HMAC-SHA-256 over the provider, the machine and
 * the token's expiry, in whole seconds. Whoever has `secret` can mint a token for every machine.
 */
export function mintToken(secret: string, { provider, machine, expires }: TokenHolder): string {
  const parts = [
    'swt1',
    provider,
    Buffer.from(machine).toString('base64url'),
    String(Math.floor(expires / 1_000)),
  ];
  return [...parts, sealOf(secret, parts.join('.')).toString('base64url')].join('.');
}

/** Checks a token in constant time, however much of it is right. */
export function checkToken(secret: string, token: string, now: Instant): TokenCheck {
  const [, provider = '', machine = '', end = '', seal = ''] = form.exec(token) ?? [];
  const signed = token.slice(0, -(seal.length + 1));
  if (seal === '' || !timingSafeEqual(Buffer.from(seal, 'base64url'), sealOf(secret, signed)))
    return { kind: 'rejected', because: 'the token is not one of this spendwatch' };
  const expires = Instant.parse(Number(end) * 1_000);
  if (expires <= now) return { kind: 'rejected', because: 'the token has expired: mint another one' };
  const named = Subject.parse(Buffer.from(machine, 'base64url').toString());
  return { kind: 'valid', holder: { provider, machine: named, expires } };
}

const sealOf = (secret: string, signed: string): Buffer =>
  createHmac('sha256', secret).update(signed).digest();
