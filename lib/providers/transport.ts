import { Pool } from 'undici';
import type { Span } from '../model/time/time.ts';
import { openConnector } from './connector.ts';
import type { Reply } from './error-reply.ts';
import { CloudError } from './errors.ts';
import type { Hide } from './hide-key.ts';
import { readNetworkError } from './network-error.ts';
import type { Operation } from './operation.ts';
import type { Reading } from './reading.ts';

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
  /** Counts the bytes of the reply as they arrive, and ends it at the bound. */
  readonly reading?: Reading | undefined;
};

/** A request as it is sent. */
export type Sent = {
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
  carry(sent: Sent, terms: AttemptTerms): Promise<Reply>;
  close(): Promise<void>;
};

export type PoolOptions = {
  readonly origin: string;
  readonly hide: Hide;
  readonly timeouts: Timeouts;
  readonly inFlight: number;
};

/** The largest reply: far above any useful one, and small enough for a small function. */
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

  function signalOf({ within = timeouts.attempt, signal }: AttemptTerms): AbortSignal {
    const timeout = AbortSignal.timeout(Math.min(timeouts.attempt, within));
    return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  }

  return {
    async carry({ operation, ...sent }, terms) {
      try {
        const { statusCode, headers, body } = await pool.request({ ...sent, signal: signalOf(terms) });
        // The status decides, even if the body of a refusal cannot be read.
        const reading = textOf(body, (bytes) => terms.reading?.count('bytes', bytes, operation));
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

async function textOf(stream: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) {
    onBytes(piece.length);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}
