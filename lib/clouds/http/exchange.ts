import { seconds } from '../../model/time/time.ts';
import type { ClockError } from './clock-error.ts';
import { isWebPage, parseJson, type Reply, readErrorReply } from './error-reply.ts';
import { CloudError } from './errors.ts';
import type { KeyRedactor } from './hide-key.ts';
import type { Operation } from './operation.ts';
import { createReplyNote, type ReplyNote } from './reply-note.ts';
import type { RequestClock } from './retry/request-budget.ts';
import {
  type AttemptTerms,
  isGzip,
  isSuccess,
  openPool,
  type Timeouts,
  type Transport,
} from './transport.ts';

/** A request to the API, which may be sent more than once. */
export type WireRequest = {
  readonly operation: string;
  readonly method: Operation['method'];
  /** The path with its query. */
  readonly path: string;
  /** The body, sent as JSON unless `undefined`. */
  readonly body?: unknown;
};

export const defaultTimeouts: Timeouts = {
  connect: seconds(5),
  headers: seconds(15),
  body: seconds(10),
  attempt: seconds(30),
};

/** The most objects and lists in a reply. 10 MB of VMs or rows hold up to 250,000; empty objects take twenty times their text in memory. */
const mostObjects = 500_000;

/** The parsed JSON of a success, not yet checked against the contract. */
export type ReceivedReply = {
  /** `undefined` for an empty reply. */
  readonly value: unknown;
  /** True if one of its strings may contain the key. */
  readonly mayHoldKey: boolean;
};

/** Sends requests, once each, to the address that the key is for. */
export type Exchange = {
  /** Returns a success. @throws CloudError, or the error of `onReply`, for everything else. */
  send(request: WireRequest, terms?: AttemptTerms): Promise<ReceivedReply>;
  close(): Promise<void>;
};

export type ExchangeOptions = {
  readonly base: URL;
  readonly apiKey: string;
  readonly hide: KeyRedactor;
  readonly clock: Pick<RequestClock, 'now'>;
  readonly timeouts: Timeouts;
  readonly inFlight: number;
  readonly transport?: Transport | undefined;
  /** Called for every complete reply, refusals included. The request fails with the error that it returns. */
  readonly onReply: (note: ReplyNote, method: Operation['method']) => ClockError | null;
};

/** Opens an exchange with connections of its own, unless `transport` is given. */
export function openExchange(options: ExchangeOptions): Exchange {
  const { base, apiKey, hide, clock, timeouts, inFlight, onReply } = options;
  const transport = options.transport ?? openPool({ origin: base.origin, hide, timeouts, inFlight });
  const prefix = base.pathname.replace(/\/+$/, '');
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'spendwatch',
  };
  const headersWithBody = { ...headers, 'content-type': 'application/json' };
  let closing: Promise<void> | undefined;

  const exchange = ({ operation, method, path, body }: WireRequest, terms: AttemptTerms): Promise<Reply> =>
    transport.carry(
      {
        operation,
        method,
        path: prefix + path,
        headers: body === undefined ? headers : headersWithBody,
        body: body === undefined ? null : JSON.stringify(body),
      },
      terms,
    );

  return {
    async send(request, terms = {}) {
      const sentAt = clock.now();
      const reply = await exchange(request, terms);
      const fault = onReply(
        createReplyNote(request.operation, reply, sentAt, clock.now(), hide),
        request.method,
      );
      if (fault !== null) throw fault;
      if (!isSuccess(reply.status)) throw readErrorReply(request.operation, reply, clock.now(), hide);
      const value = readJson(request.operation, reply);
      // JSON without escapes holds its strings literally.
      return { value, mayHoldKey: reply.text.includes('\\') || reply.text.includes(apiKey) };
    },
    close: () => (closing ??= transport.close()),
  };
}

/** Reports whether a JSON text has more than `most` opening braces and brackets, those within strings included. */
function holdsMore(text: string, most: number): boolean {
  if (text.length <= most * 2) return false;
  let count = 0;
  for (let index = 0; index < text.length && count <= most; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === brace || sign === bracket) count += 1;
  }
  return count > most;
}
const brace = 0x7b;
const bracket = 0x5b;

/** Parses a reply by its text, whatever its content type, which gateways often get wrong. */
function readJson(operation: string, { status, headers, text }: Reply): unknown {
  if (text.trim() === '') return undefined;
  if (holdsMore(text, mostObjects)) {
    const message = `the reply holds more than ${mostObjects.toLocaleString('en-US')} objects and lists`;
    throw new CloudError('contract', { operation, message, status });
  }
  const json = parseJson(text);
  if (json !== undefined) return json.value;
  const isCompressed = (headers['content-encoding'] ?? 'identity') !== 'identity' && !isGzip(headers);
  const format = isCompressed
    ? 'compressed with a method other than gzip'
    : isWebPage(text)
      ? 'a web page, not JSON'
      : 'not complete JSON';
  throw new CloudError('contract', { operation, message: `the reply (${status}) is ${format}`, status });
}
