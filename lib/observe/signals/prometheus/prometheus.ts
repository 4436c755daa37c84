import { Agent } from 'undici';
import { type AwsCredentials, awsSignature } from '../../../clouds/http/aws-signature.ts';
import { parseJson } from '../../../clouds/http/error-reply.ts';
import { hideKey } from '../../../clouds/http/hide-key.ts';
import { inOneLine } from '../../../clouds/http/in-one-line.ts';
import { usageSlot } from '../../../model/facts/usage.ts';
import { later, milliseconds, type Span, seconds } from '../../../model/time/time.ts';
import { unsafeCharacters } from '../../../model/unsafe-characters.ts';
import { SignalError, type SignalSource } from '../signals.ts';
import { readMatrix } from './read-matrix.ts';
import { type FleetQuery, fleetQuery } from './recipes.ts';

/** A query as it is sent. */
export type PrometheusQuery = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Returns the headers that authorize a query, and the secret in them, which no error may show. */
export type QueryAuthorizer = (
  query: PrometheusQuery,
) => Promise<{ readonly headers: Readonly<Record<string, string>>; readonly secret: string | null }>;

export type PrometheusOptions = FleetQuery & {
  /** The address that `/api/v1` is appended to. */
  readonly url: string;
  readonly authorize: QueryAuthorizer;
  readonly answerWithin?: Span;
};

/** The largest reply in bytes: about 40 for each figure, and 30 figures for each of ten thousand machines. */
const largestReply = 16 * 1_024 * 1_024;

/** Returns a source of signals for a server with Prometheus' HTTP API. */
export function prometheusSource({
  url: base,
  authorize,
  answerWithin = seconds(10),
  ...query
}: PrometheusOptions): SignalSource {
  const url = new URL(`${base.replace(/\/+$/, '')}/api/v1/query_range`);
  const agent = new Agent({
    connect: { timeout: seconds(3) },
    headersTimeout: answerWithin,
    bodyTimeout: answerWithin,
    maxResponseSize: largestReply,
  });
  const text = fleetQuery(query);
  return {
    name: `Prometheus at ${url.host}`,
    async read(window, { units, onPartial } = {}) {
      const { from, until } = window;
      const start = later(until, milliseconds(-Math.floor((until - from - 1) / usageSlot) * usageSlot));
      const body = new URLSearchParams({
        query: text,
        start: String(start / 1_000),
        end: String(until / 1_000),
        step: String(usageSlot / 1_000),
        timeout: `${answerWithin / 1_000}s`,
      }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'spendwatch' };
      const authorized = await authorize({ url, headers, body }).catch(() => null);
      if (authorized === null) throw new SignalError('its credentials could not be read');
      const reply = await ask(
        agent,
        { url, headers: { ...headers, ...authorized.headers }, body },
        answerWithin,
      );
      if (typeof reply === 'string') throw new SignalError(reply);
      const json = parseJson(reply.text);
      if (reply.status !== 200) throw refusal(reply.status, json?.value, authorized.secret);
      const { points, warnings } = readMatrix(json?.value, query, window, units);
      if (warnings.length > 0)
        onPartial?.(`its answer is partial: ${clean(warnings[0] ?? '', authorized.secret)}`);
      return points;
    },
  };
}

type Reply = { readonly status: number; readonly text: string };

/** Returns the reply, or why there is none. */
async function ask(
  agent: Agent,
  { url, headers, body }: PrometheusQuery,
  answerWithin: Span,
): Promise<Reply | string> {
  try {
    const reply = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers,
      body,
      // Runs are minutes apart: a kept connection would have been closed by then.
      reset: true,
      signal: AbortSignal.timeout(answerWithin),
    });
    return { status: reply.statusCode, text: await reply.body.text() };
  } catch (error) {
    return describeFailure(error);
  }
}

function refusal(status: number, reply: unknown, secret: string | null): SignalError {
  const text = typeof reply === 'object' && reply !== null && 'error' in reply ? reply.error : null;
  if (typeof text !== 'string') return new SignalError(`it answered ${status}`);
  return new SignalError(`it answered ${status}: ${clean(text, secret)}`);
}

/** Returns a server's text in one line of bounded length, without the secret. */
function clean(text: string, secret: string | null): string {
  const safe = text.slice(0, 2_000).replace(unsafeCharacters, '');
  return inOneLine(secret === null ? safe : hideKey(secret)(safe));
}

/** Returns a failure in words, without the message of the HTTP library, which may contain the address. */
function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its reply is too large';
  if (/TIMEOUT|TIMEDOUT|^23$/i.test(code) || (error instanceof Error && error.name === 'TimeoutError'))
    return 'no answer in time';
  return `it could not be reached${/^\w+$/.test(code) ? ` (${code})` : ''}`;
}

type Secret = () => Promise<string>;

export const anonymous: QueryAuthorizer = async () => ({ headers: {}, secret: null });

export const byToken =
  (token: Secret): QueryAuthorizer =>
  async () => {
    const secret = await token();
    return { headers: { authorization: `Bearer ${secret}` }, secret };
  };

export const byPassword =
  (user: string, password: Secret): QueryAuthorizer =>
  async () => {
    const secret = await password();
    const encoded = Buffer.from(`${user}:${secret}`).toString('base64');
    return { headers: { authorization: `Basic ${encoded}` }, secret };
  };

/** Signs queries for Amazon Managed Service for Prometheus. */
export function bySignature(region: string, credentials: AwsCredentials): QueryAuthorizer {
  const sign = awsSignature('aps', region, credentials);
  return async (request) => ({ headers: await sign({ method: 'POST', ...request }), secret: null });
}
