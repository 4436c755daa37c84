import { Subject } from '../../model/ids.ts';
import { fromToken, inToken, openToken, sealToken } from '../../model/sealed-token.ts';
import type { Instant } from '../../model/time/time.ts';

/** The machine that a token is for: one resource of one provider. */
export type TokenHolder = { readonly provider: string; readonly machine: Subject; readonly expires: Instant };

/** The holder that a token proves, or the reason why it is invalid. The reason names no secret. */
export type TokenCheck =
  | { readonly kind: 'valid'; readonly holder: TokenHolder }
  | { readonly kind: 'rejected'; readonly because: string };

const purpose = 'swt1';

/**
 * Returns the token with which a machine authenticates its pushes. Whoever has `secret` can mint a token for every
 * machine.
 */
export const mintToken = (secret: string, { provider, machine, expires }: TokenHolder): string =>
  sealToken(secret, purpose, [provider, inToken(machine)], expires);

/** Checks a token in constant time, however much of it is right. */
export function checkToken(secret: string, token: string, now: Instant): TokenCheck {
  const opened = openToken(secret, purpose, token, now);
  if (opened.kind === 'expired')
    return { kind: 'rejected', because: 'the token has expired: create another one' };
  const [provider, machine] = opened.kind === 'valid' ? opened.parts : [];
  if (opened.kind !== 'valid' || provider === undefined || machine === undefined)
    return { kind: 'rejected', because: 'the token was not issued by this spendwatch' };
  const subject = Subject.parse(fromToken(machine));
  return { kind: 'valid', holder: { provider, machine: subject, expires: opened.expires } };
}
