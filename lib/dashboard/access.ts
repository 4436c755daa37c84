import { createHmac, timingSafeEqual } from 'node:crypto';

/** The secrets that admit a browser. Each process makes its own; they end with it. */
export type Access = {
  /** The token in the printed address: its holder may read, and act where actions are enabled. */
  readonly token: string;
  /** The cookie's value, which lets a browser read only. Browsers send cookies to every port of a host. */
  readonly session: string;
  /** The token that every change must carry. Only the printed address gives it to a page; other ports never see it. */
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

/** Compares in a time that does not depend on how much of the secret was right. */
export function isSame(given: string | undefined, secret: string): boolean {
  if (given === undefined) return false;
  // Digests have one length, as the comparison requires.
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
