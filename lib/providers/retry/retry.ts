import { milliseconds, type Span, seconds } from '../../model/time/time.ts';
import type { CloudError } from '../errors.ts';
import type { Operation } from '../operation.ts';

/** When a failed request is worth another attempt, and how long to wait for it. */
export type RetryPolicy = {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** The ceiling of the first wait; each later one is `factor` times higher, up to `most`. */
  readonly base: Span;
  readonly factor: number;
  readonly most: Span;
  /** The longest wait the cloud may ask for; if it asks for more, there is no other attempt. */
  readonly longestAsked: Span;
  readonly codes: ReadonlySet<string>;
  /** HTTP statuses that stand for those codes where a reply names none. */
  readonly statuses: ReadonlySet<number>;
};

/** The cloud's own advice: its documentation names the codes and figures of the backoff. */
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
  /** The wait would be longer than there is time. */
  | { readonly kind: 'too-late'; readonly span: Span; readonly because: string }
  | { readonly kind: 'give-up'; readonly because: string };

type Failure = Pick<CloudError, 'kind' | 'status' | 'code' | 'retryAfter' | 'neverSent'>;

/**
 * What to do after the `attempt`-th attempt (counted from 1) has failed. A wait is what the cloud asked
 * for plus full jitter under the backoff's ceiling, so that those told the same do not return at once.
 */
export function planRetry(
  attempt: number,
  failure: Failure,
  method: Operation['method'],
  random: () => number,
  policy: RetryPolicy = defaultRetryPolicy,
  /** How long there is until the request may no longer be sent; `null` where it always may. */
  timeLeft: Span | null = null,
): RetryPlan {
  const refusal = whyNot(attempt, failure, method, policy);
  if (refusal !== undefined) return { kind: 'give-up', because: refusal };
  const asked = Math.max(0, failure.retryAfter ?? 0);
  const ceiling = Math.min(policy.most, policy.base * policy.factor ** (attempt - 1));
  const longest = Math.max(policy.most, policy.longestAsked);
  const span = milliseconds(Math.min(longest, asked + random() * ceiling));
  return timeLeft !== null && span > timeLeft
    ? { kind: 'too-late', span, because: 'another attempt would be too late' }
    : { kind: 'wait', span };
}

function whyNot(attempt: number, failure: Failure, method: Operation['method'], policy: RetryPolicy) {
  if (isRejectedKey(failure)) return 'a rejected key stays rejected';
  if (!isPassing(failure, policy)) return 'another attempt would fail alike';
  if (method !== 'GET' && !wasNotDone(failure))
    return `a ${method} that may have been carried out is never repeated`;
  if (attempt >= policy.attempts) return `${attempt} attempts failed`;
  if (failure.retryAfter !== null && failure.retryAfter > policy.longestAsked) {
    return `the cloud asks to wait longer than ${policy.longestAsked / 1_000} s`;
  }
  return undefined;
}

/** Whatever else a reply says: a key that was turned away once is not sent again. */
function isRejectedKey({ kind, status }: Failure): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden' || status === 401 || status === 403;
}

function isPassing({ kind, status, code }: Failure, policy: RetryPolicy): boolean {
  if (code !== null) return policy.codes.has(code);
  if (status !== null) return policy.statuses.has(status);
  return kind === 'timeout' || kind === 'unreachable';
}

/** A 429 is turned away before any work; only the HTTP status tells that, since the code also means a used-up quota. */
function wasNotDone({ status, neverSent }: Failure): boolean {
  return neverSent || status === 429;
}
