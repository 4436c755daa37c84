import {
  computeSpan,
  type Instant,
  milliseconds,
  readHttpDate,
  type Span,
} from '../../../model/time/time.ts';

/**
 * Reads `Retry-After`, in seconds or as a date. A date is compared with the reply's own `Date` if it has one, so that
 * wrong clocks do not matter. Returns `undefined` for an invalid value.
 */
export function readRetryAfter(header: string, date: string | undefined, now: Instant): Span | undefined {
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return milliseconds(Number(text) * 1_000);
  const until = readHttpDate(text);
  if (until === undefined) return undefined;
  const from = date === undefined ? undefined : readHttpDate(date);
  return milliseconds(Math.max(0, computeSpan(from ?? now, until)));
}

/** Reads the `retryDelay` of a `google.rpc.RetryInfo`, such as "30s" or "0.5s"; `undefined` for anything else. */
export function readRetryDelay(text: string): Span | undefined {
  return /^\d+(\.\d+)?s$/.test(text) ? milliseconds(Number(text.slice(0, -1)) * 1_000) : undefined;
}
