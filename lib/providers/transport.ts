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
  /** From the request's end to the reply's headers. */
  readonly headers: Span;
  /** Between two pieces of the reply's body. */
  readonly body: Span;
  /** One attempt, whole. */
  readonly attempt: Span;
};

/** What ends an attempt before its timeouts do. */
export type AttemptTerms = {
  readonly within?: Span;
  readonly signal?: AbortSignal | undefined;
  /** Counts the bytes of the reply as they arrive, and ends it. */
  readonly reading?: Reading | undefined;
};

/** A request as it leaves. */
export type Sent = {
  readonly operation: string;
  readonly method: Operation['method'];
  /** From the origin on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Carries requests to one origin, and brings their replies. */
export type Transport = {
  /** @throws CloudError when no whole reply came. */
  carry(sent: Sent, terms: AttemptTerms): Promise<Reply>;
  close(): Promise<void>;
};

export type PoolOptions = {
  readonly origin: string;
  readonly hide: Hide;
  readonly timeouts: Timeouts;
  readonly inFlight: number;
};

/** Far above any reply of use, far below what would take a small function down. */
const largestReply = 10_000_000;

/**
 * Opens a pool of connections. One request at a time on each: pipelining would make them wait for one
 * another. The library lets a connection rest for a turn of the event loop after each reply, in which
 * many other replies may be read; with as many again to spare, nobody waits for that.
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
        // A refusal is a refusal, even when the page that goes with it cannot be read.
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
