import * as z from 'zod';
import { parseAddress } from '../../model/parse-address.ts';
import { computeSpan, type Instant, tolerableSkew } from '../../model/time/time.ts';
import { shortestKey } from '../../model/unsafe-characters.ts';
import { noteGivenId, otherThanAsked, withAskedId } from './asked-id.ts';
import { findClockError } from './clock-error.ts';
import { CloudError } from './errors.ts';
import { defaultTimeouts, openExchange, type ReceivedReply, type WireRequest } from './exchange.ts';
import { hideKey, redactNestedApiKey } from './hide-key.ts';
import { inOneLine } from './in-one-line.ts';
import { firstMismatch } from './mismatch.ts';
import type {
  AnyOperation,
  CloudClient,
  Operation,
  OperationInput,
  OperationReply,
  RequestTerms,
} from './operation.ts';
import { everyPage } from './pages/pages.ts';
import { readRecord } from './read-record.ts';
import { openReading } from './reading.ts';
import type { ReplyNote } from './reply-note.ts';
import { type Parameters, requestPath } from './request-path.ts';
import { evenly, type RateLimiter } from './retry/rate-limiter.ts';
import { type RemainingTime, type RequestClock, requestBudget } from './retry/request-budget.ts';
import { defaultRetryPolicy, planRetry, type RetryPolicy } from './retry/retry.ts';
import { readRateLimitWait } from './retry/used-up.ts';
import { fieldNames } from './schema-parts.ts';
import type { Timeouts, Transport } from './transport.ts';

/** Logs an event with its details. */
type Log = (event: string, details?: Readonly<Record<string, string | number | boolean | null>>) => void;

const outOfTime = 'the time limit of the poll was reached';

/** The default number of concurrent requests. At 50 ms per reply, each has 1.6 ms of a core; a reply of 100 VMs takes 1.0 ms to read. */
export const usualInFlight = 32;

export type ClientOptions = {
  /** The address of the API, such as "https://api.example.com", with its path if it has one. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: RequestClock;
  /** Returns random numbers from 0 up to 1. */
  readonly random: () => number;
  readonly timeouts?: Partial<Timeouts>;
  readonly retry?: RetryPolicy;
  readonly requestsPerMinute?: number;
  /** The most concurrent requests. Default: `usualInFlight`. */
  readonly inFlight?: number;
  /** Spreads requests over a minute. Default: evenly. */
  readonly limiter?: (perMinute: number) => RateLimiter;
  readonly log?: Log;
  /** Called for every reply, also to retries, without its body and the key. */
  readonly onReply?: (note: ReplyNote) => void;
  /** True to let GET requests fail with a `ClockError` while our clock differs from the cloud's. Default: false. */
  readonly mindsClock?: boolean;
  /** The transport of requests and replies. Default: connections to the address. */
  readonly transport?: Transport;
};

export type ConnectedClient = CloudClient & {
  /** Lets requests under way finish, then closes the connections. */
  close(): Promise<void>;
};

/**
 * Connects to the cloud at an address, with one key. Nothing is sent before the first request.
 * @throws CloudError when the address or the key cannot be one.
 */
export function connectClient(options: ClientOptions): ConnectedClient {
  const {
    apiKey,
    clock,
    random,
    requestsPerMinute = 600,
    inFlight = usualInFlight,
    limiter = evenly,
    retry = defaultRetryPolicy,
    log,
    onReply,
    mindsClock = false,
  } = options;
  const base = readBase(options.baseUrl);
  checkKey(apiKey);
  const hide = hideKey(apiKey);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  /** The time when a reply last confirmed our clock. */
  let confirmedAt: Instant | null = null;
  const tellsTime = (): boolean => {
    const age = confirmedAt === null ? -1 : computeSpan(confirmedAt, clock.now());
    return age >= 0 && age <= tolerableSkew;
  };
  const inspectReply = (note: ReplyNote, method: Operation['method']) => {
    onReply?.(note);
    const wait = readRateLimitWait(note.limits['ratelimit'] ?? '', retry.longestAsked);
    if (wait !== null) budget.hold(wait);
    const fault = findClockError(note);
    if (note.date !== null) confirmedAt = fault === null ? clock.now() : null;
    // A change was carried out, whatever the clock.
    return mindsClock && method === 'GET' ? fault : null;
  };
  const { transport } = options;
  const exchange = openExchange({
    base,
    apiKey,
    hide,
    clock,
    timeouts,
    inFlight,
    transport,
    onReply: inspectReply,
  });
  const budget = requestBudget(clock, { perMinute: requestsPerMinute, inFlight, limiter });

  async function ask(request: WireRequest, terms: RequestTerms): Promise<ReceivedReply> {
    const { sendBy, signal, reading } = terms;
    const { operation, method } = request;
    let replyError: CloudError | null = null;
    const send = async (remaining: RemainingTime) => {
      reading?.requireWithin(operation);
      if (signal?.aborted || (remaining !== null && remaining <= 0)) {
        throw new CloudError('given-up', { operation, message: outOfTime, neverSent: true });
      }
      // An earlier reply of the cloud stays the result when there is no time for another attempt.
      if (sendBy !== undefined && clock.now() > sendBy) throw replyError ?? tooLate(operation);
      return exchange.send(request, { ...(remaining !== null && { within: remaining }), signal, reading });
    };
    const timeLeft = () => (sendBy === undefined ? null : computeSpan(clock.now(), sendBy));
    for (let attempt = 1; ; attempt++) {
      try {
        return await budget.run(send, terms);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        if (!error.neverSent) replyError = error;
        const plan = planRetry(attempt, error, method, random, retry, timeLeft());
        const { kind, status } = error;
        // The caller reports these, once for all its requests.
        if (kind === 'given-up' || kind === 'too-much') throw error;
        if (kind === 'rate-limited' && plan.kind !== 'give-up') budget.hold(plan.span);
        if (plan.kind !== 'wait') {
          log?.('cloud request failed', { operation, attempt, kind, status, because: plan.because });
          throw error;
        }
        log?.('cloud request will be retried', { operation, attempt, kind, status, wait: plan.span });
        await clock.sleep(plan.span, signal);
      }
    }
  }

  // Names and metadata are stored and shown, so a resource that is named like the key would leak it. The contract's own
  // field names stay as they are.
  function conceal(record: unknown, schema: z.ZodType): void {
    redactNestedApiKey(record, apiKey, hide, fieldNames(schema));
  }

  return {
    async call<O extends Operation>(
      operation: O,
      input: OperationInput<O>,
      terms: RequestTerms = {},
    ): Promise<OperationReply<O>> {
      const parameters = checked(operation, operation.input, input);
      const body = checked(operation, operation.body, getInputBody(input));
      const path = requestPath(operation, parameters);
      const request = { operation: operation.id, method: operation.method, path, body };
      const { value, mayHoldKey } = await ask(request, terms);
      const result = readRecord<O['reply']>(
        operation.reply,
        withAskedId(operation.reply, value, Reflect.get(input, 'id')),
      );
      const misread = (because: string): CloudError => {
        const message = `the reply does not match the API contract: ${inOneLine(hide(because))}`;
        return new CloudError('contract', { operation: operation.id, message, status: 200 });
      };
      if (result.kind === 'read') {
        const other = otherThanAsked(operation.reply, result.record, input);
        if (other !== null) throw misread(`it is about another resource, ${other}`);
        noteGivenId(operation.reply, value, result.record);
        if (mayHoldKey) conceal(result, operation.reply);
        return result.record;
      }
      const { path: fieldPath, because } = result.mismatch;
      throw misread(fieldPath ? `${fieldPath}: ${because}` : because);
    },
    async list(operation, input, terms = {}) {
      const parameters = checked(operation, operation.input, input);
      const reading = terms.reading ?? openReading('list');
      let mayHoldKey = false;
      const page = async (paging: Parameters) => {
        const path = requestPath(operation, parameters, paging);
        const request = { operation: operation.id, method: operation.method, path };
        const received = await ask(request, { ...terms, reading });
        mayHoldKey ||= received.mayHoldKey;
        return received.value;
      };
      const listing = await everyPage(operation, page, { hide, reading, input: parameters });
      if (mayHoldKey) conceal(listing.items, operation.item);
      return listing;
    },
    ...(mindsClock && { tellsTime }),
    close: exchange.close,
  };
}

const tooLate = (operation: string): CloudError =>
  new CloudError('too-late', { operation, message: 'could not be sent in time', neverSent: true });

/** Checks a request against the contract before it is sent, so that our own mistakes are not taken for the cloud's. */
function checked<T extends z.ZodType>(operation: AnyOperation, schema: T, value: unknown): z.output<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const { path, because } = firstMismatch(result.error);
  throw new CloudError('invalid', {
    operation: operation.id,
    message: `not sent: ${path}: ${because}`,
    neverSent: true,
  });
}

const getInputBody = (input: object): unknown => ('body' in input ? input.body : undefined);

function readBase(text: string): URL {
  const base = parseAddress(text);
  const isPlain = base !== null && !base.username && !base.password && !base.search && !base.hash;
  if (isPlain && /^https?:$/.test(base.protocol)) return base;
  // The text is not repeated: a key may have been pasted into it.
  const message = 'the base URL must have the form https://host or https://host/path';
  throw new CloudError('invalid', { operation: 'connectCloud', message, neverSent: true });
}

function checkKey(apiKey: string): void {
  const message = mistakeInKey(apiKey);
  if (message === null) return;
  throw new CloudError('invalid', { operation: 'connectCloud', message, neverSent: true });
}

function mistakeInKey(apiKey: string): string | null {
  if (apiKey === '') return 'the API key is empty';
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return 'the API key contains an invalid character, such as a space';
  return apiKey.length < shortestKey
    ? `the API key has fewer than ${shortestKey} characters, and could not be hidden in messages`
    : null;
}
