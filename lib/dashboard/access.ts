import { createHmac, timingSafeEqual } from 'node:crypto';

/** The secrets that admit a browser. Each process makes new ones. */
export type Access = {
  /** The token in the printed address: its holder may read, and act if actions are enabled. */
  readonly token: string;
  /** The cookie's value, which permits a browser to read only. Browsers send cookies to every port of a host. */
  readonly session: string;
  /**
   * The token that every change must contain. Only the printed address gives it to a page; other ports never receive
   * it.
   */
  readonly actToken: string;
};

/** Derives the secrets. @param token at least 128 random bits. */
export const accessFrom = (token: string): Access => ({
  token,
  session: derived(token, 'session'),
  actToken: derived(token, 'act'),
});

const derived = (token: string, use: string): string =>
  createHmac('sha256', token).update(use).digest('base64url');

/** Compares in constant time, however much of the secret was right. */
export function isSame(given: string | undefined, secret: string): boolean {
  if (given === undefined) return false;
  // Digests have one length, as the comparison requires.
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
