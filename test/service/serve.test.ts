import { request } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readAddress, serveRoutes } from '../../lib/service/serve.ts';

/** The status that a request with a `Host` of its own is answered with. */
const statusFor = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('where metrics are served', () => {
  it.each([
    ['127.0.0.1', 'localhost', 200],
    ['127.0.0.1', 'LOCALHOST:9469', 200],
    ['127.0.0.1', '127.0.0.1:9469', 200],
    ['127.0.0.1', '[::1]:9469', 200],
    ['127.0.0.1', 'evil.example', 421],
    ['127.0.0.1', '127.0.0.1.evil.example', 421],
    ['0.0.0.0', 'metrics.internal', 200],
    ['127.0.0.1', 'answers.example.com', 200, 'https://answers.example.com/path'],
    ['127.0.0.1', 'Answers.Example.com:443', 200, 'https://answers.example.com'],
    ['127.0.0.1', 'localhost', 200, 'https://answers.example.com'],
    ['127.0.0.1', 'example.com', 421, 'https://answers.example.com'],
    ['127.0.0.1', 'answers.example.com.evil.example', 421, 'https://answers.example.com'],
  ])(
    'at %s a request to %s is answered with %i where its public address is %s',
    async (host, name, status, publicAddress = '') => {
      const routes = new Hono().get('/', (context) => context.text('here'));
      const options = { option: '--metrics', onFailure: () => {}, ...(publicAddress && { publicAddress }) };
      const { url, close } = await serveRoutes(routes, { host, port: 0 }, options);
      try {
        expect(await statusFor(url, name)).toBe(status);
      } finally {
        await close();
      }
    },
  );

  it.each([
    ['9469', { host: '127.0.0.1', port: 9_469 }],
    [':80', { host: '127.0.0.1', port: 80 }],
    ['0.0.0.0:9469', { host: '0.0.0.0', port: 9_469 }],
    ['[::1]:9469', { host: '::1', port: 9_469 }],
    ['watch.internal:1', { host: 'watch.internal', port: 1 }],
    ['127.0.0.1', undefined],
    ['::1:9469', undefined],
    ['host:65536', undefined],
    ['http://host:1', undefined],
    ['', undefined],
  ])('is read from "%s"', (text, address) => {
    expect(readAddress(text)).toEqual(address);
  });
});
