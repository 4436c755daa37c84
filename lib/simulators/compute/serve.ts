import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type AppOptions, createApp } from './http/app.ts';

export type ServeOptions = AppOptions & {
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

/** Returns the compute cloud as a fetch handler, independent of how requests arrive. */
export function simulatorFetch(options: AppOptions): ReturnType<typeof createApp>['fetch'] {
  const app = createApp(options);
  /** The Date is the world's; Node would write this machine's. */
  return async (...request) => {
    const response = await app.fetch(...request);
    response.headers.set('Date', new Date(options.world.state().at).toUTCString());
    return response;
  };
}

/** Serves the compute cloud on a port of this machine. Rejects when the port is not available. */
export async function serveSimulator({
  port = 0,
  host = '127.0.0.1',
  ...options
}: ServeOptions): Promise<RunningSimulator> {
  // The adapter would otherwise replace this process's own Request and Response.
  const server = createServer(getRequestListener(simulatorFetch(options), { overrideGlobalObjects: false }));
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
