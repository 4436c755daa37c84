import { between, type Instant, readHttpDate, type Span } from '../model/time/time.ts';
import type { Reply } from './error-reply.ts';
import type { Hide } from './hide-key.ts';
import { inOneLine } from './in-one-line.ts';

/** What one reply tells beside its body: how long it took, and what its headers say of clocks and limits. */
export type ReplyNote = {
  readonly operation: string;
  readonly sentAt: Instant;
  /** From sending the request until the whole reply was read. */
  readonly took: Span;
  readonly status: number;
  /** The cloud's clock, in whole seconds; `null` when the reply does not say. */
  readonly date: Instant | null;
  /** Headers about limits on the rate of requests, as they came, by their names in lower case. */
  readonly limits: Readonly<Record<string, string>>;
};

/** The header has been drafted under several names, and gateways have kept them all. */
const isAboutLimits = (name: string): boolean => /^(x-)?rate-?limit(-|$)|^retry-after$/.test(name);

export function noteOf(
  operation: string,
  { status, headers }: Reply,
  sentAt: Instant,
  readAt: Instant,
  hide: Hide,
): ReplyNote {
  const { date } = headers;
  const limits = Object.entries(headers).flatMap(([name, value]) =>
    isAboutLimits(name) && value !== undefined ? [[name, inOneLine(hide(String(value)))] as const] : [],
  );
  return {
    operation,
    sentAt,
    took: between(sentAt, readAt),
    status,
    date: (typeof date === 'string' ? readHttpDate(date) : undefined) ?? null,
    limits: Object.fromEntries(limits),
  };
}
