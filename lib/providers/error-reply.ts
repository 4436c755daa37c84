import * as z from 'zod';
import type { Instant, Span } from '../model/time/time.ts';
import { CloudError, type CloudErrorKind } from './errors.ts';
import type { Hide } from './hide-key.ts';
import { inOneLine } from './in-one-line.ts';
import { readRetryAfter, readRetryDelay } from './retry/retry-after.ts';

/** The canonical codes, without `OK` and `UNKNOWN`, by their gRPC number. */
const codes = {
  1: 'CANCELLED',
  3: 'INVALID_ARGUMENT',
  4: 'DEADLINE_EXCEEDED',
  5: 'NOT_FOUND',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  11: 'OUT_OF_RANGE',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  15: 'DATA_LOSS',
  16: 'UNAUTHENTICATED',
} as const;

type CanonicalCode = (typeof codes)[keyof typeof codes];

const numbered: ReadonlyMap<number, CanonicalCode> = new Map(
  Object.entries(codes).map(([number, code]) => [Number(number), code]),
);
const named: ReadonlyMap<string, CanonicalCode> = new Map(Object.values(codes).map((code) => [code, code]));

/** Returns the code of an error reply, by name or by the gRPC number that some gateways send instead. */
function canonicalCode(status: unknown, number: unknown): CanonicalCode | null {
  const byName = typeof status === 'string' ? named.get(status) : undefined;
  const byNumber = typeof number === 'number' ? numbered.get(number) : undefined;
  return byName ?? byNumber ?? null;
}

const kinds: Readonly<Record<CanonicalCode, CloudErrorKind>> = {
  CANCELLED: 'unavailable',
  INVALID_ARGUMENT: 'invalid',
  DEADLINE_EXCEEDED: 'timeout',
  NOT_FOUND: 'not-found',
  ALREADY_EXISTS: 'conflict',
  PERMISSION_DENIED: 'forbidden',
  RESOURCE_EXHAUSTED: 'rate-limited',
  FAILED_PRECONDITION: 'conflict',
  ABORTED: 'conflict',
  OUT_OF_RANGE: 'invalid',
  UNIMPLEMENTED: 'unsupported',
  INTERNAL: 'unavailable',
  UNAVAILABLE: 'unavailable',
  DATA_LOSS: 'unavailable',
  UNAUTHENTICATED: 'unauthenticated',
};

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

/** Returns the kind of a failure, by its code if it has one, since gateways map several codes to one HTTP status. */
function kindOfFailure(code: CanonicalCode | null, status: number): CloudErrorKind {
  if (code !== null) return kinds[code];
  return kindsByStatus.get(status) ?? (status >= 500 ? 'unavailable' : 'invalid');
}

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

/** An error by AIP-193, bare or under `error` as Google's gateways send it. Fields that do not match are ignored. */
const ErrorBody = z.object({
  status: z.unknown().optional(),
  code: z.unknown().optional(),
  message: z.string().catch(''),
  details: z.array(z.unknown()).catch([]),
});
type ErrorBody = z.infer<typeof ErrorBody>;
const Wrapped = z.object({ error: ErrorBody });
const RetryInfo = z.object({ '@type': z.string().endsWith('google.rpc.RetryInfo'), retryDelay: z.string() });
const ErrorInfo = z.object({ '@type': z.string().endsWith('google.rpc.ErrorInfo'), reason: z.string() });

const meanings: Readonly<Record<CloudErrorKind, string>> = {
  unauthenticated:
    'the cloud rejected the API key; check that it is complete, not revoked, and made for this address',
  forbidden: 'the API key is valid but lacks permission; check the role of its user',
  'not-found': 'not found',
  unsupported: 'the cloud does not support this operation',
  invalid: 'the cloud did not accept the request',
  conflict: 'the request conflicts with the present state of the resource',
  'rate-limited': 'the cloud limits the rate of requests',
  unavailable: 'the cloud is unavailable',
  timeout: 'the cloud timed out',
  'too-late': 'not sent: too late',
  'given-up': 'the time limit of the poll was reached',
  'too-much': 'too much to read',
  unreachable: 'the cloud could not be reached',
  contract: 'the reply does not match the contract',
};

/** Makes an error of an unsuccessful reply. Its message is for people and never parsed. */
export function readErrorReply(operation: string, reply: Reply, now: Instant, hide: Hide): CloudError {
  if (reply.status < 400) return redirected(operation, reply, hide);
  const body = readBody(reply.text);
  const code = canonicalCode(body?.status, body?.code);
  const kind = kindOfFailure(code, reply.status);
  const text = body === undefined ? '' : inOneLine(hide(body.message));
  return new CloudError(kind, {
    operation,
    message: `${meanings[kind]} (${[reply.status, code].filter(Boolean).join(' ')})${text && `: ${text}`}`,
    status: reply.status,
    code,
    reason: reasonIn(body, hide),
    retryAfter: askedToWait(reply, body, now),
  });
}

function readBody(text: string): ErrorBody | undefined {
  const value = parseJson(text)?.value;
  return Wrapped.safeParse(value).data?.error ?? ErrorBody.safeParse(value).data;
}

/** Makes an error of a redirect, which is not followed: the key must go to the configured address only. */
function redirected(operation: string, reply: Reply, hide: Hide): CloudError {
  const to = inOneLine(hide(header(reply, 'location') ?? 'nowhere'));
  return new CloudError('contract', {
    operation,
    message: `the cloud redirects (${reply.status}) to ${to}, which is not followed; check the base URL`,
    status: reply.status,
  });
}

function reasonIn(body: ErrorBody | undefined, hide: Hide): string | null {
  for (const detail of body?.details ?? []) {
    const info = ErrorInfo.safeParse(detail);
    if (info.success) return inOneLine(hide(info.data.reason));
  }
  return null;
}

/** Returns the longer wait of those in the body and the header. */
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
