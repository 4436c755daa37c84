import { gunzipSync } from 'node:zlib';
import { buildConnector, Pool } from 'undici';
import type { Span } from '../../model/time/time.ts';
import type { Reply } from './error-reply.ts';
import { CloudError, type CloudErrorKind } from './errors.ts';
import type { KeyRedactor } from './hide-key.ts';
import type { Operation } from './operation.ts';
import type { ReadingLimit } from './reading.ts';

export type Timeouts = {
  readonly connect: Span;
  /** The time from the request's end to the reply's headers. */
  readonly headers: Span;
  /** The time between two chunks of the reply's body. */
  readonly body: Span;
  /** The time of one whole attempt. */
  readonly attempt: Span;
};

/** The terms that can end an attempt before its timeouts. */
export type AttemptTerms = {
  readonly within?: Span;
  readonly signal?: AbortSignal | undefined;
  /** Counts the bytes of the reply as they arrive and once expanded, and ends it at the bound. */
  readonly reading?: ReadingLimit | undefined;
};

/** A request as it is sent. */
type SentRequest = {
  readonly operation: string;
  readonly method: Operation['method'];
  /** The path after the origin, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Sends requests to one origin, and receives their replies. */
export type Transport = {
  /** @throws CloudError without a complete reply. */
  carry(sent: SentRequest, terms: AttemptTerms): Promise<Reply>;
  close(): Promise<void>;
};

type PoolOptions = {
  readonly origin: string;
  readonly hide: KeyRedactor;
  readonly timeouts: Timeouts;
  readonly inFlight: number;
};

/** The largest reply, also once expanded: far above any useful one, and small enough for a small function. */
const largestReply = 10_000_000;

/**
 * Opens a pool of connections, each with one request at a time, since pipelined requests wait for one another. The library
 * leaves a connection idle for a turn of the event loop after each reply, in which many other replies may be read. With
 * twice as many connections, no request waits for that.
 */
export function openPool({ origin, hide, timeouts, inFlight }: PoolOptions): Transport {
  const connector = openConnector(timeouts.connect);
  const pool = new Pool(origin, {
    connections: inFlight * 2,
    pipelining: 1,
    connect: connector.connect,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: largestReply,
  });

  function createSignal({ within = timeouts.attempt, signal }: AttemptTerms): AbortSignal {
    const timeout = AbortSignal.timeout(Math.min(timeouts.attempt, within));
    return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  }

  return {
    async carry({ operation, ...sent }, terms) {
      try {
        const { statusCode, headers, body } = await pool.request({ ...sent, signal: createSignal(terms) });
        // The status decides, even if the body of a refusal cannot be read.
        const reading = readBodyText(body, isGzip(headers), (bytes) =>
          terms.reading?.count('bytes', bytes, operation),
        );
        const text = isSuccess(statusCode) ? await reading : await reading.catch(() => '');
        return { status: statusCode, headers, text };
      } catch (error) {
        if (error instanceof CloudError) throw error;
        throw readNetworkError(operation, error, hide, connector.isUnconnected(error));
      }
    },
    close: () => pool.close(),
  };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Reports whether a body is compressed by gzip, and by nothing else. */
export const isGzip = ({ 'content-encoding': encoding }: Reply['headers']): boolean =>
  typeof encoding === 'string' && /^(x-)?gzip$/i.test(encoding);

async function readBodyText(
  stream: AsyncIterable<Uint8Array>,
  isCompressed: boolean,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) {
    onBytes(piece.length);
    pieces.push(piece);
  }
  const received = Buffer.concat(pieces);
  if (!isCompressed || received.length === 0) return new TextDecoder().decode(received);
  const expanded = expand(received, onBytes);
  onBytes(Math.max(0, expanded.length - received.length));
  return new TextDecoder().decode(expanded);
}

function expand(received: Buffer, onBytes: (bytes: number) => void): Buffer {
  try {
    return gunzipSync(received, { maxOutputLength: largestReply });
  } catch (error) {
    // A reply that is too large counts as far as it was expanded, like one that is not compressed.
    if (getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') onBytes(largestReply);
    throw error;
  }
}

/** Opens connections, and reports whether an error occurred before one was open. */
type Connector = {
  readonly connect: buildConnector.connector;
  /** Reports whether an error occurred before anything was sent, failed TLS handshakes included. */
  isUnconnected(error: unknown): boolean;
};

/** Makes a connector. It marks errors itself, since a reset has the same code in the handshake and after a request. */
function openConnector(timeout: Span): Connector {
  const open = buildConnector({ timeout });
  const unconnected = new WeakSet<object>();
  return {
    connect: (options, callback) =>
      open(options, (...[error, socket]) => {
        if (error !== null) {
          unconnected.add(error);
          callback(error, null);
        } else {
          callback(null, socket);
        }
      }),
    isUnconnected: (error) => typeof error === 'object' && error !== null && unconnected.has(error),
  };
}

type NetworkFailure = { readonly kind: CloudErrorKind; readonly message: string; readonly neverSent?: true };

/** The failures by error code of undici and zlib. */
const meanings: ReadonlyMap<string, NetworkFailure> = new Map<string, NetworkFailure>([
  ['UND_ERR_CONNECT_TIMEOUT', { kind: 'timeout', message: 'connection timed out', neverSent: true }],
  ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', message: 'no reply within the time limit' }],
  ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', message: 'the reply stalled' }],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', { kind: 'contract', message: 'the reply is too large' }],
  ['ERR_BUFFER_TOO_LARGE', { kind: 'contract', message: 'the reply is too large once expanded' }],
  ['Z_BUF_ERROR', { kind: 'contract', message: 'the compressed reply is incomplete' }],
  ['Z_DATA_ERROR', { kind: 'contract', message: 'the reply is not valid gzip' }],
  ['UND_ERR_HEADERS_OVERFLOW', { kind: 'contract', message: 'the headers of the reply are too large' }],
  ['UND_ERR_CLOSED', { kind: 'invalid', message: 'the client is closed', neverSent: true }],
  ['UND_ERR_DESTROYED', { kind: 'invalid', message: 'the client is closed', neverSent: true }],
]);

/** Makes an error of a request without a complete reply. */
export function readNetworkError(
  operation: string,
  error: unknown,
  hide: KeyRedactor,
  isUnconnected: boolean,
): CloudError {
  const { kind, message, neverSent = isUnconnected } = classifyError(error, isUnconnected);
  return new CloudError(kind, { operation, message: hide(message), neverSent, cause: bare(error, hide) });
}

function classifyError(error: unknown, isUnconnected: boolean): NetworkFailure {
  if (!(error instanceof Error)) return { kind: 'unreachable', message: 'the request failed' };
  const code = getErrorCode(error);
  const meaning = meanings.get(code);
  if (meaning !== undefined) return meaning;
  if (error.name === 'TimeoutError')
    return { kind: 'timeout', message: 'no complete reply within the time limit' };
  if (error.name === 'AbortError')
    return { kind: 'given-up', message: 'the time limit of the poll was reached' };
  if (error.name === 'HTTPParserError') return { kind: 'contract', message: 'the reply is not HTTP' };
  const why = `(${getErrorReason(error)})`;
  if (!isUnconnected) return { kind: 'unreachable', message: `the connection broke ${why}` };
  return /CERT|UNABLE_TO_VERIFY/.test(code)
    ? { kind: 'unreachable', message: `its certificate is not trusted ${why}` }
    : { kind: 'unreachable', message: `the cloud could not be reached ${why}` };
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns an error's reason. The error of several failed addresses has no message, only a code. */
const getErrorReason = (error: Error): string => error.message || getErrorCode(error) || error.name;

/** Keeps only name and message of an error, since the library's errors hold sockets and parts of replies. */
function bare(error: unknown, hide: KeyRedactor): Error {
  const plain = new Error(hide(error instanceof Error ? getErrorReason(error) : 'not an error'));
  if (error instanceof Error) plain.name = error.name;
  return plain;
}
