import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Instant } from '../../model/time/time.ts';

export type Place = {
  /** The port; 0 takes any free one. */
  readonly port?: number;
  readonly host?: string;
};

export type RunningSimulator = {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** Closes the server and aborts pending requests. */
  close(): Promise<void>;
};

/**
 * Returns a simulator as a fetch handler, independent of how requests arrive. The Date of a reply is the world's; Node
 * would write this machine's.
 */
export function datedFetch(
  app: Hono<{ Bindings: Partial<HttpBindings> }>,
  now: () => Instant,
): typeof app.fetch {
  return async (...request) => {
    const response = await app.fetch(...request);
    response.headers.set('Date', new Date(now()).toUTCString());
    return response;
  };
}

/** Serves a simulator on a port of this machine. Rejects when the port is not available. */
export async function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  { port = 0, host = '127.0.0.1' }: Place,
): Promise<RunningSimulator> {
  // The adapter would otherwise replace this process's own Request and Response.
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening on a port');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
