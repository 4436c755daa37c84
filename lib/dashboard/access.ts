import { createHmac, timingSafeEqual } from 'node:crypto';

/** What lets a browser in. One is made for each process, and ends with it. */
export type Access = {
  /** In the printed address; whoever has it may look, and act where acting is allowed. */
  readonly token: string;
  /** The cookie's value, which lets a browser look. A browser shows cookies to every port of a host. */
  readonly session: string;
  /** Goes with every change. A page learns it from the printed address only, and other ports never see it. */
  readonly actToken: string;
};

/** @param token at least 128 bits that nobody can guess. */
export const accessFrom = (token: string): Access => ({
  token,
  session: derived(token, 'session'),
  actToken: derived(token, 'act'),
});

const derived = (token: string, use: string): string =>
  createHmac('sha256', token).update(use).digest('base64url');

/** Compares without telling by its time how much was right. */
export function isSame(given: string | undefined, secret: string): boolean {
  if (given === undefined) return false;
  // Of one length whatever was given, as the comparison needs.
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
