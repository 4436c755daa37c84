import { describe, expect, it } from 'vitest';
import {
  CloudError,
  type CloudErrorDetails,
  type CloudErrorKind,
} from '../../../../lib/clouds/http/errors.ts';
import { defaultRetryPolicy, planRetry } from '../../../../lib/clouds/http/retry/retry.ts';
import { hours, seconds } from '../../../../lib/model/time/time.ts';

const failed = (kind: CloudErrorKind, details: Partial<CloudErrorDetails> = {}) =>
  new CloudError(kind, { operation: 'listVms', message: 'failed', ...details });
const highest = () => 1;
const lowest = () => 0;

describe('the decision to retry:', () => {
  it.each([
    ['UNAVAILABLE', failed('unavailable', { status: 503, code: 'UNAVAILABLE' })],
    ['ABORTED', failed('conflict', { status: 409, code: 'ABORTED' })],
    ['DEADLINE_EXCEEDED', failed('timeout', { status: 504, code: 'DEADLINE_EXCEEDED' })],
    ['RESOURCE_EXHAUSTED', failed('rate-limited', { status: 429, code: 'RESOURCE_EXHAUSTED' })],
    ['a bare 502', failed('unavailable', { status: 502 })],
    ['a bare 503', failed('unavailable', { status: 503 })],
    ['a bare 429', failed('rate-limited', { status: 429 })],
    ['a lost connection', failed('unreachable')],
    ['no answer in time', failed('timeout')],
  ])('a GET that failed with %s is repeated', (_, failure) => {
    expect(planRetry(1, failure, 'GET', highest)).toEqual({ kind: 'wait', span: 500 });
  });

  it.each([
    ['a rejected key', failed('unauthenticated', { status: 401 })],
    ['a key without the right', failed('forbidden', { status: 403 })],
    ['a rejected key under another name', failed('unavailable', { status: 401, code: 'UNAVAILABLE' })],
    ['a 404', failed('not-found', { status: 404 })],
    ['a 400', failed('invalid', { status: 400 })],
    ['an internal error', failed('unavailable', { status: 500, code: 'INTERNAL' })],
    ['a conflict that stays', failed('conflict', { status: 409, code: 'ALREADY_EXISTS' })],
    ['a reply that does not match the contract', failed('contract', { status: 200 })],
    ['a reply that is not HTTP', failed('contract')],
  ])('a GET that failed with %s is not repeated', (_, failure) => {
    expect(planRetry(1, failure, 'GET', highest)).toMatchObject({ kind: 'give-up' });
  });

  it.each([
    ['a 429', failed('rate-limited', { status: 429 })],
    ['no connection at all', failed('unreachable', { neverSent: true })],
    ['a connection that took too long', failed('timeout', { neverSent: true })],
  ])('a POST that failed with %s is repeated, since it cannot have been carried out', (_, failure) => {
    expect(planRetry(1, failure, 'POST', highest)).toEqual({ kind: 'wait', span: 500 });
  });
});

describe('the wait before a retry', () => {
  const failure = failed('unavailable', { status: 503 });

  it('grows from 500 ms by a factor of 1.6 to 30 s, with full jitter', () => {
    const patient = { ...defaultRetryPolicy, attempts: 20 };
    const ceilings = [1, 2, 3, 4, 9, 10, 19].map((attempt) =>
      planRetry(attempt, failure, 'GET', highest, patient),
    );
    expect(ceilings.map((plan) => plan.kind === 'wait' && plan.span)).toEqual([
      500, 800, 1_280, 2_048, 21_475, 30_000, 30_000,
    ]);
    expect(planRetry(3, failure, 'GET', lowest)).toEqual({ kind: 'wait', span: 0 });
    expect(planRetry(3, failure, 'GET', () => 0.25)).toEqual({ kind: 'wait', span: 320 });
  });

  it('does not follow a fourth attempt', () => {
    expect(planRetry(3, failure, 'GET', highest)).toMatchObject({ kind: 'wait' });
    expect(planRetry(4, failure, 'GET', highest)).toEqual({ kind: 'give-up', because: '4 attempts failed' });
  });

  it('is at least that of the cloud, plus jitter so that clients do not retry in step', () => {
    const asked = failed('rate-limited', { status: 429, retryAfter: seconds(7) });
    expect(planRetry(1, asked, 'GET', lowest)).toEqual({ kind: 'wait', span: 7_000 });
    expect(planRetry(1, asked, 'GET', highest)).toEqual({ kind: 'wait', span: 7_500 });
  });

  it('is given up at once when the cloud asks for more than a minute', () => {
    const minute = failed('rate-limited', { status: 429, retryAfter: seconds(60) });
    const absurd = failed('rate-limited', { status: 429, retryAfter: hours(1_000) });
    expect(planRetry(1, minute, 'GET', highest)).toEqual({ kind: 'wait', span: 60_000 });
    expect(planRetry(1, absurd, 'GET', highest)).toEqual({
      kind: 'give-up',
      because: 'the cloud asks spendwatch to wait longer than 60 s',
    });
  });
});
