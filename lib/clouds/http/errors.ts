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

/** The details of a failure. */
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

  constructor(kind: CloudErrorKind, about: CloudErrorDetails) {
    super(`${about.operation}: ${about.message}`, about.cause === undefined ? {} : { cause: about.cause });
    this.kind = kind;
    this.operation = about.operation;
    this.status = about.status ?? null;
    this.code = about.code ?? null;
    this.reason = about.reason ?? null;
    this.retryAfter = about.retryAfter ?? null;
    this.neverSent = about.neverSent ?? false;
    this.by = about.by ?? 'api';
  }

  /**
   * Reports whether the API itself said that it does not find what was asked for. That an operation was retired (410) says
   * nothing of a resource, nor does the page or the bare text of another server on the way.
   */
  get provesAbsence(): boolean {
    return this.kind === 'not-found' && this.status !== 410 && this.by === 'api';
  }

  /** Reports whether a change may have been carried out. */
  get mayHaveHappened(): boolean {
    return ambiguous.has(this.kind) && !this.neverSent;
  }
}
