import { relativeTime } from '../model/time/relative-time.ts';
import type { Instant } from '../model/time/time.ts';
import type { Waiting } from './waiting.ts';

export const stateNames = {
  'being-announced': 'being announced',
  announced: 'announced',
  'waits-for-approval': 'waits for approval',
  denied: 'denied',
  lapsed: 'not approved in time',
  decided: 'decided',
  'asked-for': 'requested',
  unanswered: 'requested, no answer yet',
} as const satisfies Record<Waiting['state'], string>;

/** Returns "waits for approval, expires in 3 h" or "announced, in 20 min or later". */
export function waitingInWords(
  { state, notBefore, approveUntil, heldBecause }: Waiting,
  now: Instant,
): string {
  const name = stateNames[state];
  if (heldBecause !== null) return `${name}, on hold: ${heldBecause}`;
  if (state === 'waits-for-approval')
    return approveUntil === null ? name : `${name}, expires ${relativeTime(approveUntil, now)}`;
  if (state !== 'announced' || notBefore === null) return name;
  return notBefore > now ? `${name}, ${relativeTime(notBefore, now)} or later` : `${name}, due`;
}
