import fc from 'fast-check';
import { it } from 'vitest';
import { CloudError, type CloudErrorKind } from '../../../../lib/clouds/http/errors.ts';
import { defaultRetryPolicy, planRetry } from '../../../../lib/clouds/http/retry/retry.ts';
import { milliseconds } from '../../../../lib/model/time/time.ts';

const kinds: readonly CloudErrorKind[] = [
  'unauthenticated',
  'forbidden',
  'not-found',
  'unsupported',
  'invalid',
  'conflict',
  'rate-limited',
  'unavailable',
  'timeout',
  'unreachable',
  'contract',
];
const retryAfter = fc.option(fc.oneof(fc.integer(), fc.integer({ min: 0, max: 90_000 })).map(milliseconds));
const anyFailure = fc
  .record({
    kind: fc.constantFrom(...kinds),
    status: fc.option(fc.constantFrom(200, 302, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504)),
    code: fc.option(fc.constantFrom(...defaultRetryPolicy.codes, 'INTERNAL', 'UNAUTHENTICATED', 'NOT_FOUND')),
    retryAfter,
    neverSent: fc.boolean(),
  })
  .map(({ kind, ...details }) => new CloudError(kind, { operation: 'any', message: 'failed', ...details }));
/** Failures that a GET gets over, so that properties about waits meet many of them. */
const passingFailure = fc
  .record({ code: fc.constantFrom(...defaultRetryPolicy.codes), retryAfter })
  .map(
    (details) =>
      new CloudError('unavailable', { operation: 'any', message: 'failed', status: 503, ...details }),
  );
const failure = fc.oneof(anyFailure, passingFailure);
const method = fc.constantFrom('GET' as const, 'POST' as const, 'PATCH' as const, 'DELETE' as const);
const attempt = fc.integer({ min: 1, max: 6 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it('a wait is never negative, nor above the maximum, nor under what was asked for', () => {
  fc.assert(
    fc.property(attempt, failure, method, chance, (nth, error, verb, random) => {
      const plan = planRetry(nth, error, verb, () => random);
      if (plan.kind === 'give-up') return true;
      return plan.span >= 0 && plan.span <= 60_000 && plan.span >= (error.retryAfter ?? 0);
    }),
  );
});

it('a rejected key is never tried again', () => {
  fc.assert(
    fc.property(attempt, failure, method, chance, (nth, error, verb, random) => {
      const rejected =
        error.status === 401 ||
        error.status === 403 ||
        error.kind === 'unauthenticated' ||
        error.kind === 'forbidden';
      return !rejected || planRetry(nth, error, verb, () => random).kind === 'give-up';
    }),
  );
});

it('a request that may have been carried out is never repeated unless it only reads', () => {
  fc.assert(
    fc.property(attempt, failure, method, chance, (nth, error, verb, random) => {
      const plan = planRetry(nth, error, verb, () => random);
      return verb === 'GET' || plan.kind === 'give-up' || error.neverSent || error.status === 429;
    }),
  );
});

it('no request has more attempts than the retry policy permits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 1_000 }), failure, method, chance, (nth, error, verb, random) => {
      return planRetry(nth, error, verb, () => random).kind === 'give-up';
    }),
  );
});
