import { deflateSync, gzipSync } from 'node:zlib';
import type { Timeouts } from '../../lib/clouds/http/transport.ts';
import { milliseconds } from '../../lib/model/time/time.ts';
import { selfSigned } from '../support/certificate.ts';
import { answer, type Behaviour, deserted, hangsUp, rudeService } from '../support/rude-service.ts';

/** A service in which one thing goes wrong. */
export type Broken = {
  readonly url: string;
  /** A file's worth of certificates that the client trusts besides the usual ones. */
  readonly trusts?: string;
  readonly timeouts?: Partial<Timeouts>;
};

/** A page, and where it comes from, of a server that stands in front of the cloud. */
const page = '<!DOCTYPE html><html><h1>Bad gateway</h1></html>';
const vm = { VM: { id: 'vm-1', state: 'ACTIVE' } };
/** Good JSON all the same: nothing but its size is in the way. */
const large = JSON.stringify(vm).padEnd(10_000_001);

/** How a service answers; a stop of "box" can read the VM first. */
const badly = (behave: Behaviour, timeouts?: Partial<Timeouts>) => async (): Promise<Broken> => {
  const { url } = await rudeService((response, request, nth) => {
    if (request.path.endsWith('/monitor')) return answer(response, 200, { items: [] });
    if (request.path.endsWith('/box')) return answer(response, 200, { VM: { id: 'box', state: 'ACTIVE' } });
    behave(response, request, nth);
  });
  return { url, ...(timeouts && { timeouts }) };
};
const body = (text: string | Buffer, headers = {}, status = 200) =>
  badly((response) => response.writeHead(status, headers).end(text));
const gzip = { 'content-encoding': 'gzip' };
const refusal = (code: number, status: string, headers = {}) =>
  badly((response) => answer(response, code, { code, status, message: 'no' }, headers));
const slowly = (behave: Behaviour) => badly(behave, { attempt: milliseconds(150) });
const raw = (text: string) => badly((response) => response.socket?.end(text));

/** All faults of docs/cloud-client.md, under the names that it uses. */
export const faults: Readonly<Record<string, () => Promise<Broken>>> = {
  'nobody listens at the address': async () => ({ url: await deserted() }),
  'the certificate is not trusted': async () => ({
    url: (await rudeService((response) => answer(response, 200, vm), selfSigned('localhost'))).url,
  }),
  'the certificate is of another host': async () => {
    const certificate = selfSigned('elsewhere.example');
    const { url } = await rudeService((response) => answer(response, 200, vm), certificate);
    return { url, trusts: certificate.cert };
  },
  'the TLS handshake is broken off': async () => ({ url: `https://localhost:${await hangsUp()}` }),
  'the server does not speak TLS': async () => ({
    url: `https://localhost:${(await rudeService((response) => answer(response, 200, vm))).port}`,
  }),
  'the connection is reset before the reply': badly((response) => response.socket?.resetAndDestroy()),
  'the connection is reset in the middle of the reply': badly((response) => {
    response.writeHead(200).write('{"VM":', () => response.socket?.resetAndDestroy());
  }),
  'the body is shorter than its Content-Length': raw(
    'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"VM":{"id":"vm-1"}}',
  ),
  'the headers do not come in time': slowly(() => {}),
  'the body stops coming': slowly((response) => response.writeHead(200).write('{"VM":')),
  'the body trickles past the deadline': slowly((response) => {
    response.writeHead(200);
    const trickle = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(trickle));
  }),
  'the reply is not HTTP': raw('220 mail.example.com ESMTP\r\n\r\n'),
  'the reply is of another version of HTTP': raw('HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  'the headers are larger than 16 KiB': badly((response) =>
    answer(response, 200, vm, { padding: 'x'.repeat(20_000) }),
  ),
  'the body is larger than 10 MB': badly((response) => {
    response.writeHead(200).write(large.slice(0, 10));
    response.end(large.slice(10));
  }),
  'the body is larger than 10 MB by its Content-Length': body(large, {
    'content-length': large.length,
  }),
  'the body holds more than 500,000 objects and lists': body(
    `{"VM":{"id":"vm-1"},"next":[${'{},'.repeat(500_000)}{}]}`,
  ),
  'the body is compressed by gzip': body(gzipSync(JSON.stringify(vm)), gzip),
  'the body is larger than 10 MB once expanded': body(gzipSync(large.padEnd(50_000_000)), gzip),
  'the compressed body breaks off': body(gzipSync(large).subarray(0, 100), gzip),
  'the compressed body is no gzip': body(JSON.stringify(vm), gzip),
  'the body is compressed by another method': body(deflateSync(JSON.stringify(vm)), {
    'content-encoding': 'deflate',
  }),
  'the JSON breaks off': body('{"VM":{"id":"vm-'),
  'a success is a web page': body(page, { 'content-type': 'text/html' }),
  'a success is empty': body(''),
  'JSON comes under another content type': body(JSON.stringify(vm), { 'content-type': 'text/html' }),
  'an id is not of its type': body('{"VM":{"id":1}}'),
  'another field is not of its type': body('{"VM":{"id":"vm-1","vcpus":"many"}}'),
  'a field or a state is new': body('{"VM":{"id":"vm-1","state":"HIBERNATING","moon":"full"},"next":7}'),
  'a redirect to another host': badly((response) =>
    response.writeHead(307, { location: 'https://elsewhere.example/v1' }).end(),
  ),
  'a web page with 502': body(page, { 'content-type': 'text/html' }, 502),
  'a web page with 500': body(page, { 'content-type': 'text/html' }, 500),
  '503 UNAVAILABLE': refusal(503, 'UNAVAILABLE'),
  '401 UNAUTHENTICATED': refusal(401, 'UNAUTHENTICATED'),
  '403 PERMISSION_DENIED': refusal(403, 'PERMISSION_DENIED'),
  '404 NOT_FOUND': refusal(404, 'NOT_FOUND'),
  '400 INVALID_ARGUMENT': refusal(400, 'INVALID_ARGUMENT'),
  '409 ABORTED': refusal(409, 'ABORTED'),
  '429 without end': refusal(429, 'RESOURCE_EXHAUSTED'),
  '429 without end, Retry-After 2 seconds': refusal(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '2' }),
  '429, Retry-After longer than a minute': refusal(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '61' }),
};
