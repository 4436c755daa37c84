import { computeSpan, type Instant, readHttpDate, type Span } from '../../model/time/time.ts';
import type { Reply } from './error-reply.ts';
import type { KeyRedactor } from './hide-key.ts';
import { inOneLine } from './in-one-line.ts';

/** The metadata of a reply: its duration, and its headers about time and rate limits. */
export type ReplyNote = {
  readonly operation: string;
  readonly sentAt: Instant;
  /** The time from sending the request until the whole reply was read. */
  readonly took: Span;
  readonly status: number;
  /** The cloud's time, in whole seconds; `null` when the reply holds none. */
  readonly date: Instant | null;
  /** The headers about rate limits, by their names in lower case. */
  readonly limits: Readonly<Record<string, string>>;
};

/** Reports whether a header is about rate limits. Its drafts used several names, which gateways still send. */
const isAboutLimits = (name: string): boolean => /^(x-)?rate-?limit(-|$)|^retry-after$/.test(name);

export function createReplyNote(
  operation: string,
  { status, headers }: Reply,
  sentAt: Instant,
  readAt: Instant,
  hide: KeyRedactor,
): ReplyNote {
  const { date } = headers;
  const limits = Object.entries(headers).flatMap(([name, value]) =>
    isAboutLimits(name) && value !== undefined ? [[name, inOneLine(hide(String(value)))] as const] : [],
  );
  return {
    operation,
    sentAt,
    took: computeSpan(sentAt, readAt),
    status,
    date: (typeof date === 'string' ? readHttpDate(date) : undefined) ?? null,
    limits: Object.fromEntries(limits),
  };
}
