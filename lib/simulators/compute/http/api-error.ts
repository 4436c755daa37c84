import type * as z from 'zod';
import type { Refusal } from '../world/refusal.ts';

/** Canonical codes, and the HTTP status that each is sent with. */
const statuses = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  UNIMPLEMENTED: 501,
  ALREADY_EXISTS: 409,
  FAILED_PRECONDITION: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
type Status = keyof typeof statuses;

type Detail = { readonly '@type': string; readonly [member: string]: unknown };

/** An error reply, in the model of AIP-193. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: Status;
  /** The HTTP status. */
  readonly code: number;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: Status,
    message: string,
    more: {
      readonly code?: number;
      readonly details?: readonly Detail[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.code = more.code ?? statuses[status];
    this.details = more.details ?? [];
    this.headers = more.headers ?? {};
  }

  toResponse(): Response {
    const { code, status, message, details, headers } = this;
    return Response.json({ code, status, message, details }, { status: code, headers });
  }
}

const type = (name: string): string => `type.googleapis.com/google.rpc.${name}`;

export type Violation = { readonly field: string; readonly description: string };

export function badRequest(fieldViolations: readonly Violation[], cause?: unknown): ApiError {
  const message = fieldViolations.map(({ field, description }) => `${field}: ${description}`).join('; ');
  return new ApiError('INVALID_ARGUMENT', message, {
    details: [{ '@type': type('BadRequest'), fieldViolations }],
    cause,
  });
}

export const violationsOf = (error: z.ZodError): Violation[] =>
  error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', description: message }));

export const errorInfo = (reason: string, metadata: Readonly<Record<string, string>> = {}): Detail => ({
  '@type': type('ErrorInfo'),
  reason,
  domain: 'compute.example.com',
  metadata,
});

/** Returns a 404: the address does not exist, with any method. */
export const noSuchAddress = (): ApiError =>
  new ApiError('NOT_FOUND', 'there is nothing at this address', { details: [errorInfo('ADDRESS_UNKNOWN')] });

/** Returns a 501: a platform has this operation, and the simulator does not. */
export const notSimulated = (operation: string): ApiError =>
  new ApiError('UNIMPLEMENTED', `${operation} is not simulated`, {
    details: [errorInfo('OPERATION_NOT_SIMULATED', { operation })],
  });

/** Returns a 405: the address exists, with other methods. */
export function methodNotAllowed(methods: readonly string[]): ApiError {
  const allow = methods.join(', ');
  return new ApiError('UNIMPLEMENTED', `this address takes ${allow}`, {
    code: 405,
    details: [errorInfo('METHOD_NOT_ALLOWED', { allow })],
    headers: { Allow: allow },
  });
}

/** Returns a 429 with a wait in whole seconds. */
export function tooManyRequests(description: string, retryAfter: number): ApiError {
  return new ApiError('RESOURCE_EXHAUSTED', description, {
    details: [
      { '@type': type('RetryInfo'), retryDelay: `${retryAfter}s` },
      { '@type': type('QuotaFailure'), violations: [{ subject: 'api-key', description }] },
    ],
    headers: { 'Retry-After': String(retryAfter) },
  });
}

/** Returns a 429 as the platform sends it when a quota is reached: without a header, with 30 s to wait. */
export function quotaExhausted(): ApiError {
  const description = 'the quota of the project is reached';
  return new ApiError('RESOURCE_EXHAUSTED', description, {
    details: [
      { '@type': type('QuotaFailure'), violations: [{ subject: 'projects', description }] },
      { '@type': type('RetryInfo'), retryDelay: '30s' },
    ],
  });
}

const refusals = {
  'not-found': { status: 'NOT_FOUND', reason: 'RESOURCE_NOT_FOUND' },
  exists: { status: 'ALREADY_EXISTS', reason: 'RESOURCE_ALREADY_EXISTS' },
  'wrong-state': { status: 'FAILED_PRECONDITION', reason: 'RESOURCE_STATE_INVALID' },
  suspended: { status: 'FAILED_PRECONDITION', reason: 'BILLING_ACCOUNT_SUSPENDED' },
  invalid: { status: 'INVALID_ARGUMENT', reason: 'ARGUMENT_INVALID' },
} as const satisfies Record<Refusal['kind'], { readonly status: Status; readonly reason: string }>;

export function refused(refusal: Refusal): ApiError {
  const { kind, message, wrong, account } = refusal;
  if (wrong.length > 0) return badRequest(wrong, refusal);
  const { status, reason } = refusals[kind];
  const details = account ? suspension(account, message) : [errorInfo(reason)];
  return new ApiError(status, message, { details, cause: refusal });
}

const suspension = ({ id, state }: { id: string; state: string }, description: string): Detail[] => [
  {
    '@type': type('PreconditionFailure'),
    violations: [{ type: state, subject: `billingAccounts/${id}`, description }],
  },
  errorInfo('BILLING_ACCOUNT_SUSPENDED', { billingAccountId: id, state }),
];
