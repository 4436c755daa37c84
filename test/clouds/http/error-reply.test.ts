import { describe, expect, it } from 'vitest';
import { type Reply, readErrorReply } from '../../../lib/clouds/http/error-reply.ts';
import { instant } from '../../../lib/model/time/time.ts';

const read = (status: number, body: unknown, headers: Reply['headers'] = {}) =>
  readErrorReply(
    'stopVm',
    { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) },
    instant(0),
    (text) => text,
  );

describe('the kind of an error', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', 'invalid'],
    [400, 'FAILED_PRECONDITION', 'conflict'],
    [400, 'OUT_OF_RANGE', 'invalid'],
    [401, 'UNAUTHENTICATED', 'unauthenticated'],
    [403, 'PERMISSION_DENIED', 'forbidden'],
    [404, 'NOT_FOUND', 'not-found'],
    [404, 'UNIMPLEMENTED', 'unsupported'],
    [409, 'ALREADY_EXISTS', 'conflict'],
    [409, 'ABORTED', 'conflict'],
    [429, 'RESOURCE_EXHAUSTED', 'rate-limited'],
    [499, 'CANCELLED', 'unavailable'],
    [500, 'INTERNAL', 'unavailable'],
    [500, 'DATA_LOSS', 'unavailable'],
    [501, 'UNIMPLEMENTED', 'unsupported'],
    [503, 'UNAVAILABLE', 'unavailable'],
    [504, 'DEADLINE_EXCEEDED', 'timeout'],
    [500, 'PERMISSION_DENIED', 'forbidden'],
  ])('is that of its canonical code: %i %s is %s', (status, code, kind) => {
    expect(read(status, { code: status, status: code, message: 'no', details: [] })).toMatchObject({
      kind,
      status,
      code,
      operation: 'stopVm',
    });
  });

  it.each([
    [400, 'invalid'],
    [401, 'unauthenticated'],
    [402, 'invalid'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'unsupported'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'not-found'],
    [422, 'invalid'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
    [501, 'unsupported'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'timeout'],
    [599, 'unavailable'],
  ])('is that of its HTTP status where it has no code: %i is %s', (status, kind) => {
    for (const body of [
      '',
      '<html>Bad Gateway</html>',
      '[]',
      'null',
      {},
      { code: status },
      { status: 'UNKNOWN' },
    ]) {
      expect(read(status, body)).toMatchObject({ kind, status, code: null, reason: null, retryAfter: null });
    }
  });

  it('is that of the gRPC number that some gateways send', () => {
    expect(read(409, { code: 10, message: 'try again', details: [] })).toMatchObject({ code: 'ABORTED' });
    expect(read(409, { code: 6, message: 'there already' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  });
});

describe('the message of an error', () => {
  it('is one sentence with the remedy for a rejected key', () => {
    expect(read(401, { code: 401, status: 'UNAUTHENTICATED', message: 'bad token' }).message).toBe(
      'stopVm: the cloud rejected the API key; check that it is complete, not revoked, and made for this address (401 UNAUTHENTICATED): bad token',
    );
  });

  it('quotes the message of the cloud, in one line and cut short', () => {
    const said = read(400, { message: `first\n  second ${'x'.repeat(1_000)}` }).message;
    expect(said).toMatch(/^stopVm: the cloud did not accept the request \(400\): first second x+…$/);
    expect(said.length).toBeLessThan(300);
  });

  it('does not quote a body that cannot be read', () => {
    expect(read(503, '<html>').message).toBe('stopVm: the cloud is unavailable (503)');
  });
});

describe('the details of an error', () => {
  const details = [
    'not an object',
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] },
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_DISABLED', domain: 'cloud' },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.5s' },
  ];

  it('hold the reason and how long to wait', () => {
    expect(read(503, { message: '', details })).toMatchObject({ reason: 'API_DISABLED', retryAfter: 2_500 });
  });

  it('are found under "error" too', () => {
    const error = { code: 503, status: 'UNAVAILABLE', message: 'soon', details };
    expect(read(503, { error })).toMatchObject({ code: 'UNAVAILABLE', reason: 'API_DISABLED' });
  });

  it('and Retry-After give the longer of their two waits', () => {
    expect(read(503, { details }, { 'retry-after': '9' }).retryAfter).toBe(9_000);
    expect(read(503, { details }, { 'retry-after': ['1', '2'] }).retryAfter).toBe(2_500);
  });

  it('that cannot be read are left out', () => {
    const broken = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: 'a while' }];
    expect(read(503, { message: 7, details: broken })).toMatchObject({
      kind: 'unavailable',
      retryAfter: null,
    });
    expect(read(503, { status: 'UNAVAILABLE', details: 'none' })).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('the absence of a resource (invariant 22)', () => {
  it.each([
    [404, { code: 5, status: 'NOT_FOUND', message: 'no such VM' }, true],
    [404, { title: 'Not Found', status: 404, detail: 'pod not found' }, true],
    [404, { error: { message: 'not found' } }, true],
    [404, '<html>Not Found</html>', false],
    [404, '404 page not found', false],
    [404, '', false],
    [404, '{}', false],
    [404, 'null', false],
    [410, { title: 'Gone', status: 410, detail: 'v1 has ended' }, false],
    [410, '', false],
    [405, { code: 405, message: 'no' }, false],
    [503, { code: 14, status: 'UNAVAILABLE' }, false],
  ])('is proven only by a reply of the API: %i %j: %s', (status, body, isProven) => {
    expect(read(status, body).provesAbsence).toBe(isProven);
  });
});
