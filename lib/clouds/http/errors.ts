import type { Span } from '../../model/time/time.ts';

/** The kinds of failures that callers handle differently. */
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
  /** Not sent, because it would have been too late for the caller. */
  | 'too-late'
  /** The caller ran out of time, or no longer waits. */
  | 'given-up'
  /** A bound on what is read for the caller was exceeded. */
  | 'too-much'
  | 'unreachable'
  | 'contract';

/** The kinds after which a request may have taken effect. */
const ambiguous: ReadonlySet<CloudErrorKind> = new Set([
  'unavailable',
  'timeout',
  'given-up',
  'too-much',
  'unreachable',
  'contract',
]);

/**
 * The writer of an error reply, by its form: the API, whose errors are JSON; a web server in front of it, whose errors are
 * pages; or unknown, where the reply is a bare text or empty.
 */
export type Replier = 'api' | 'web server' | 'unknown';

export type CloudErrorDetails = {
  readonly operation: string;
  /** One sentence, without the operation's name. */
  readonly message: string;
  readonly status?: number | null;
  readonly code?: string | null;
  readonly reason?: string | null;
  readonly retryAfter?: Span | null;
  readonly neverSent?: boolean;
  readonly by?: Replier;
  readonly cause?: unknown;
};

/** A failed request to the cloud. It holds no header and no key. */
export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly kind: CloudErrorKind;
  readonly operation: string;
  /** The HTTP status; `null` without a complete reply. */
  readonly status: number | null;
  /** The canonical code of the reply, such as `NOT_FOUND`; `null` when it has none. */
  readonly code: string | null;
  /** The machine-readable reason of the reply; `null` when it has none. */
  readonly reason: string | null;
  /** The wait that the cloud asked for; `null` when it did not. */
  readonly retryAfter: Span | null;
  /** True if the request certainly never left this machine. */
  readonly neverSent: boolean;
  readonly by: Replier;

  constructor(kind: CloudErrorKind, details: CloudErrorDetails) {
    super(
      `${details.operation}: ${details.message}`,
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.kind = kind;
    this.operation = details.operation;
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.reason = details.reason ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.neverSent = details.neverSent ?? false;
    this.by = details.by ?? 'api';
  }

  /**
   * True if the API itself replied that the resource does not exist. A retired operation (410) proves nothing about a
   * resource, nor does a page or plain text of another server on the way.
   */
  get provesAbsence(): boolean {
    return this.kind === 'not-found' && this.status !== 410 && this.by === 'api';
  }

  /** True if the request may have taken effect, although it failed. */
  get mayHaveHappened(): boolean {
    return ambiguous.has(this.kind) && !this.neverSent;
  }
}
