import * as z from 'zod';
import type { Instant, Span } from '../../model/time/time.ts';
import { CloudError, type CloudErrorKind, type Replier } from './errors.ts';
import type { KeyRedactor } from './hide-key.ts';
import { inOneLine } from './in-one-line.ts';
import { readRetryAfter, readRetryDelay } from './retry/retry-after.ts';

type Canonical = { readonly number: number; readonly code: string; readonly kind: CloudErrorKind };

/** The canonical gRPC codes, without `OK` and `UNKNOWN`. */
const canonical: readonly Canonical[] = [
  { number: 1, code: 'CANCELLED', kind: 'unavailable' },
  { number: 3, code: 'INVALID_ARGUMENT', kind: 'invalid' },
  { number: 4, code: 'DEADLINE_EXCEEDED', kind: 'timeout' },
  { number: 5, code: 'NOT_FOUND', kind: 'not-found' },
  { number: 6, code: 'ALREADY_EXISTS', kind: 'conflict' },
  { number: 7, code: 'PERMISSION_DENIED', kind: 'forbidden' },
  { number: 8, code: 'RESOURCE_EXHAUSTED', kind: 'rate-limited' },
  { number: 9, code: 'FAILED_PRECONDITION', kind: 'conflict' },
  { number: 10, code: 'ABORTED', kind: 'conflict' },
  { number: 11, code: 'OUT_OF_RANGE', kind: 'invalid' },
  { number: 12, code: 'UNIMPLEMENTED', kind: 'unsupported' },
  { number: 13, code: 'INTERNAL', kind: 'unavailable' },
  { number: 14, code: 'UNAVAILABLE', kind: 'unavailable' },
  { number: 15, code: 'DATA_LOSS', kind: 'unavailable' },
  { number: 16, code: 'UNAUTHENTICATED', kind: 'unauthenticated' },
];

/** Returns the code of an error reply, by name or by the gRPC number that some gateways send instead. */
const findCanonicalCode = (body: ErrorBody | undefined): Canonical | null =>
  canonical.find(({ code }) => code === body?.status) ??
  canonical.find(({ number }) => number === body?.code) ??
  null;

const kindsByStatus: ReadonlyMap<number, CloudErrorKind> = new Map([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'unsupported'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not-found'],
  [429, 'rate-limited'],
  [499, 'unavailable'],
  [501, 'unsupported'],
  [504, 'timeout'],
]);

/** Parses JSON; `undefined` for any other text. The parser's error is dropped, as it quotes the text. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A received reply. `text` is empty when the body could not be read. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

/**
 * The body of an error by AIP-193, bare or under `error` as Google's gateways send it, or by RFC 9457, which uses `detail`
 * and `errors`. Fields of another type are read as empty.
 */
const ErrorBody = z.object({
  status: z.unknown().optional(),
  code: z.unknown().optional(),
  message: z.string().catch(''),
  detail: z.string().catch(''),
  errors: z.array(z.string()).catch([]),
  details: z.array(z.unknown()).catch([]),
});
type ErrorBody = z.infer<typeof ErrorBody>;
const Wrapped = z.object({ error: ErrorBody });
const RetryInfo = z.object({ '@type': z.string().endsWith('google.rpc.RetryInfo'), retryDelay: z.string() });
const ErrorInfo = z.object({ '@type': z.string().endsWith('google.rpc.ErrorInfo'), reason: z.string() });

const meanings: Readonly<Record<CloudErrorKind, string>> = {
  unauthenticated:
    'the cloud rejected the API key; check that it is complete, not revoked, and made for this address',
  forbidden: 'the API key is valid but lacks permission; check the role of its user, or its own scopes',
  'not-found': 'not found',
  unsupported: 'the cloud does not support this operation',
  invalid: 'the cloud did not accept the request',
  conflict: 'the request conflicts with the present state of the resource',
  'rate-limited': 'the cloud limits the rate of requests',
  unavailable: 'the cloud is unavailable',
  timeout: 'the cloud timed out',
  'too-late': 'not sent in time',
  'given-up': 'the time limit of the poll was reached',
  'too-much': 'too much to read',
  unreachable: 'the cloud could not be reached',
  contract: 'the reply does not match the API contract',
};

/** Makes an error of an unsuccessful reply. Its message is for people and never parsed. */
export function readErrorReply(operation: string, reply: Reply, now: Instant, hide: KeyRedactor): CloudError {
  if (reply.status < 400) return redirected(operation, reply, hide);
  const body = readBody(reply.text);
  const entry = findCanonicalCode(body);
  const code = entry?.code ?? null;
  // The code decides if there is one, since gateways map several codes to one HTTP status.
  const kind =
    entry?.kind ?? kindsByStatus.get(reply.status) ?? (reply.status >= 500 ? 'unavailable' : 'invalid');
  const description = body && (body.message || [body.detail, ...body.errors].filter(Boolean).join('; '));
  const text = inOneLine(hide(description ?? ''));
  return new CloudError(kind, {
    operation,
    message: `${meanings[kind]} (${[reply.status, code].filter(Boolean).join(' ')})${text && `: ${text}`}`,
    status: reply.status,
    code,
    reason: readReason(body, hide),
    retryAfter: askedToWait(reply, body, now),
    by: judgeReplier(reply.text),
  });
}

function judgeReplier(text: string): Replier {
  const value = parseJson(text)?.value;
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) return 'api';
  return isWebPage(text) ? 'web server' : 'unknown';
}

export const isWebPage = (text: string): boolean => /^\s*</.test(text);

function readBody(text: string): ErrorBody | undefined {
  const value = parseJson(text)?.value;
  return Wrapped.safeParse(value).data?.error ?? ErrorBody.safeParse(value).data;
}

/** Makes an error of a redirect, which is not followed: the key must go to the configured address only. */
function redirected(operation: string, reply: Reply, hide: KeyRedactor): CloudError {
  const location = inOneLine(hide(header(reply, 'location') ?? 'nowhere'));
  return new CloudError('contract', {
    operation,
    message: `the cloud redirects (${reply.status}) to ${location}, which is not followed; check the base URL`,
    status: reply.status,
  });
}

function readReason(body: ErrorBody | undefined, hide: KeyRedactor): string | null {
  for (const detail of body?.details ?? []) {
    const info = ErrorInfo.safeParse(detail);
    if (info.success) return inOneLine(hide(info.data.reason));
  }
  return null;
}

/** Returns the longest wait that the header or the body asks for; `null` if neither does. */
function askedToWait(reply: Reply, body: ErrorBody | undefined, now: Instant): Span | null {
  const text = header(reply, 'retry-after');
  let longest = text === undefined ? undefined : readRetryAfter(text, header(reply, 'date'), now);
  for (const detail of body?.details ?? []) {
    const info = RetryInfo.safeParse(detail);
    const delay = info.success ? readRetryDelay(info.data.retryDelay) : undefined;
    if (delay !== undefined && (longest === undefined || delay > longest)) longest = delay;
  }
  return longest ?? null;
}

function header({ headers }: Reply, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
