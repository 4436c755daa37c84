import type { Span } from '../model/time/time.ts';

/** What went wrong, as far as a caller can do something about it. */
export type CloudErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'unsupported'
  | 'invalid'
  | 'conflict'
  | 'rate-limited'
  | 'unavailable'
  | 'timeout'
  /** Not sent: it would have been too late for the one who asked. */
  | 'too-late'
  /** Its asker ran out of time, or no longer waits for it. */
  | 'given-up'
  /** What was read for its asker, this reply included, is over a bound. */
  | 'too-much'
  | 'unreachable'
  | 'contract';

/** The answers after which a request may have had its effect all the same. */
const ambiguous: ReadonlySet<CloudErrorKind> = new Set([
  'unavailable',
  'timeout',
  'given-up',
  'too-much',
  'unreachable',
  'contract',
]);

/** What is known of a failure besides its kind. */
export type CloudErrorDetails = {
  readonly operation: string;
  /** One clear sentence, without the operation's name. */
  readonly message: string;
  readonly status?: number | null;
  readonly code?: string | null;
  readonly reason?: string | null;
  readonly retryAfter?: Span | null;
  readonly neverSent?: boolean;
  readonly cause?: unknown;
};

/** One failed request to the cloud. Carries no header and no key. */
export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly kind: CloudErrorKind;
  readonly operation: string;
  /** The HTTP status; `null` when no reply came, or not the whole of one. */
  readonly status: number | null;
  /** The canonical code the cloud gave, such as `NOT_FOUND`; `null` when it gave none. */
  readonly code: string | null;
  /** The cloud's own word for the reason, for machines; `null` when it gave none. */
  readonly reason: string | null;
  /** How long the cloud asked to be left alone; `null` when it did not. */
  readonly retryAfter: Span | null;
  /** Whether it is certain that the request never left this machine. */
  readonly neverSent: boolean;

  constructor(kind: CloudErrorKind, about: CloudErrorDetails) {
    super(`${about.operation}: ${about.message}`, about.cause === undefined ? {} : { cause: about.cause });
    this.kind = kind;
    this.operation = about.operation;
    this.status = about.status ?? null;
    this.code = about.code ?? null;
    this.reason = about.reason ?? null;
    this.retryAfter = about.retryAfter ?? null;
    this.neverSent = about.neverSent ?? false;
  }

  /** Whether a request that changes something may have been carried out. */
  get mayHaveHappened(): boolean {
    return ambiguous.has(this.kind) && !this.neverSent;
  }
}
