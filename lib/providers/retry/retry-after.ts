import {
  between,
  type Instant,
  milliseconds,
  readHttpDate,
  readSpan,
  type Span,
} from '../../model/time/time.ts';

/**
 * Reads `Retry-After`: seconds, or a date. A date is held against the reply's own `Date` where it has
 * one, so that a clock that is wrong on either side does not matter. `undefined` when it says nothing.
 */
export function readRetryAfter(header: string, date: string | undefined, now: Instant): Span | undefined {
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return milliseconds(Number(text) * 1_000);
  const until = readHttpDate(text);
  if (until === undefined) return undefined;
  const from = date === undefined ? undefined : readHttpDate(date);
  return milliseconds(Math.max(0, between(from ?? now, until)));
}

/** Reads the `retryDelay` of a `google.rpc.RetryInfo`, such as "30s" or "0.5s"; `undefined` for anything else. */
export function readRetryDelay(text: string): Span | undefined {
  return /^\d+(\.\d+)?s$/.test(text) ? readSpan(text) : undefined;
}
