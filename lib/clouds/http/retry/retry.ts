import { milliseconds, type Span, seconds } from '../../../model/time/time.ts';
import type { CloudError } from '../errors.ts';
import type { Operation } from '../operation.ts';

/** The conditions and waits for retrying a failed request. */
export type RetryPolicy = {
  /** The number of attempts, including the first. */
  readonly attempts: number;
  /** The ceiling of the first wait; each later ceiling is `factor` times higher, up to `most`. */
  readonly base: Span;
  readonly factor: number;
  readonly most: Span;
  /** The longest wait that the cloud may ask for; beyond it, there is no retry. */
  readonly longestAsked: Span;
  readonly codes: ReadonlySet<string>;
  /** HTTP statuses that are retried when the reply has no code. */
  readonly statuses: ReadonlySet<number>;
};

/** The retry policy of the cloud's documentation, with its codes and figures. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 4,
  base: milliseconds(500),
  factor: 1.6,
  most: seconds(30),
  longestAsked: seconds(60),
  codes: new Set(['UNAVAILABLE', 'ABORTED', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED']),
  statuses: new Set([408, 429, 502, 503, 504]),
};

export type RetryPlan =
  | { readonly kind: 'wait'; readonly span: Span }
  /** The wait would be longer than the time left. */
  | { readonly kind: 'too-late'; readonly span: Span; readonly because: string }
  | { readonly kind: 'give-up'; readonly because: string };

type Failure = Pick<CloudError, 'kind' | 'status' | 'code' | 'retryAfter' | 'neverSent'>;

/**
 * Decides what to do after a failed attempt, counted from 1. A wait is the one that the cloud asked for plus full jitter
 * under the ceiling of the backoff, so that clients do not return at the same time.
 */
export function planRetry(
  attempt: number,
  failure: Failure,
  method: Operation['method'],
  random: () => number,
  policy: RetryPolicy = defaultRetryPolicy,
  /** The time left to send the request; `null` for no limit. */
  timeLeft: Span | null = null,
): RetryPlan {
  const refusal = whyNot(attempt, failure, method, policy);
  if (refusal !== undefined) return { kind: 'give-up', because: refusal };
  const requestedWait = Math.max(0, failure.retryAfter ?? 0);
  const ceiling = Math.min(policy.most, policy.base * policy.factor ** (attempt - 1));
  const longest = Math.max(policy.most, policy.longestAsked);
  const span = milliseconds(Math.min(longest, requestedWait + random() * ceiling));
  return timeLeft !== null && span > timeLeft
    ? { kind: 'too-late', span, because: 'no time for another attempt' }
    : { kind: 'wait', span };
}

function whyNot(attempt: number, failure: Failure, method: Operation['method'], policy: RetryPolicy) {
  if (isRejectedKey(failure)) return 'the key was rejected';
  if (!isPassing(failure, policy)) return 'the error is permanent';
  if (method !== 'GET' && !wasNotDone(failure))
    return `a ${method} that may have been carried out is not retried`;
  if (attempt >= policy.attempts) return `${attempt} attempts failed`;
  if (failure.retryAfter !== null && failure.retryAfter > policy.longestAsked) {
    return `the cloud asks spendwatch to wait longer than ${policy.longestAsked / 1_000} s`;
  }
  return undefined;
}

/** Reports whether the key was rejected, in which case it is not sent again. */
function isRejectedKey({ kind, status }: Failure): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden' || status === 401 || status === 403;
}

function isPassing({ kind, status, code }: Failure, policy: RetryPolicy): boolean {
  if (code !== null) return policy.codes.has(code);
  if (status !== null) return policy.statuses.has(status);
  return kind === 'timeout' || kind === 'unreachable';
}

/**
 * Reports whether a request was certainly not carried out. A 429 is refused before any work; its code alone can also
 * mean a used-up quota.
 */
function wasNotDone({ status, neverSent }: Failure): boolean {
  return neverSent || status === 429;
}
