import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type AppOptions, createApp } from './http/app.ts';

export type ServeOptions = AppOptions & {
  /** 0 takes any that is free. */
  readonly port?: number;
  readonly host?: string;
};

export type RunningSimulator = {
  /** Without a slash at the end. */
  readonly url: string;
  /** Breaks off what is under way. */
  close(): Promise<void>;
};

/** The compute cloud as it answers, whatever brings it the requests. */
export function simulatorFetch(options: AppOptions): ReturnType<typeof createApp>['fetch'] {
  const app = createApp(options);
  /** The cloud's clock is that of its world; Node would write this machine's. */
  return async (...request) => {
    const response = await app.fetch(...request);
    response.headers.set('Date', new Date(options.world.state().at).toUTCString());
    return response;
  };
}

/** The compute cloud on a port of this machine. Rejects when the port cannot be had. */
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
