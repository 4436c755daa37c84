import { describe, expect, it } from 'vitest';
import { readNetworkError } from '../../../lib/clouds/http/transport.ts';

const read = (error: unknown, isUnconnected = false) =>
  readNetworkError('stopVm', error, (text) => text, isUnconnected);
const system = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code} 192.0.2.1:443`), { syscall, code });

describe('an error of the network', () => {
  it.each([
    ['a refused connection', system('connect', 'ECONNREFUSED')],
    ['an address without a route', system('connect', 'EHOSTUNREACH')],
    ['an unknown host name', system('getaddrinfo', 'ENOTFOUND')],
    [
      'several addresses, none of them reached',
      new AggregateError([system('connect', 'ECONNREFUSED')], 'none'),
    ],
    [
      'a certificate that is not trusted',
      Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    ],
    ['a reset within the handshake', system('read', 'ECONNRESET')],
  ])('before a connection is certain not to have carried the request: %s', (_, error) => {
    expect(read(error, true)).toMatchObject({ kind: 'unreachable', neverSent: true, mayHaveHappened: false });
  });

  it.each([
    ['a reset', system('read', 'ECONNRESET')],
    ['a route lost while writing', system('write', 'EHOSTUNREACH')],
    ['something other than an error', 'oops'],
  ])('on a connection leaves open whether the request was carried out: %s', (_, error) => {
    expect(read(error)).toMatchObject({ kind: 'unreachable', neverSent: false, mayHaveHappened: true });
  });

  it('keeps the message and the name of its cause and nothing else', () => {
    const cause = Object.assign(system('read', 'ECONNRESET'), {
      headers: ['authorization', 'Bearer secret'],
    });
    const error = read(cause);
    expect(error.message).toBe('stopVm: the connection broke (read ECONNRESET 192.0.2.1:443)');
    expect(error.cause).toMatchObject({ name: 'Error', message: 'read ECONNRESET 192.0.2.1:443' });
    expect(error.cause).not.toHaveProperty('headers');
  });
});
