import { type Span, seconds } from '../../../model/time/time.ts';

/**
 * Returns the longest wait until a used-up window of a `RateLimit` header allows requests again, such as 12 s for
 * `"minute";r=0;t=12`; `null` if no window is used up. Waits over `longest` are ignored, since the cloud refuses requests
 * that come too early anyway.
 * Source: draft-ietf-httpapi-ratelimit-headers, parameters `r` and `t`.
 */
export function readRateLimitWait(header: string, longest: Span): Span | null {
  const waits = header.split(',').flatMap((member) => {
    const [, time] = (/;\s*r=0\s*(?=;|$)/.test(member) && /;\s*t=(\d{1,9})\s*(?=;|$)/.exec(member)) || [];
    const wait = time === undefined ? null : seconds(Number(time));
    return wait === null || wait > longest ? [] : [wait];
  });
  return waits.length === 0 ? null : waits.reduce((most, wait) => (wait > most ? wait : most));
}
