import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../jobs/ports.ts';
import { type Span, seconds } from '../model/time/time.ts';
import { accessFrom } from './access.ts';
import { dashboardApp } from './dashboard-app.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { type SnapshotOptions, snapshots } from './data/snapshots.ts';
import { liveFeed } from './live-feed.ts';
import { makePageFiles } from './page-files.ts';

export type ServeOptions = Omit<SnapshotOptions, 'clock'> &
  Pick<DashboardOptions, 'intervals' | 'mayAct' | 'onBug'> & {
    /** The machine's own, whatever time the figures are of. */
    readonly clock: Clock;
    /** Nobody must be able to guess it. */
    readonly token: string;
    /** 0 takes any that is free. */
    readonly port: number;
    /** How often is looked for something new while somebody watches. */
    readonly pollEvery: Span;
  };

export type RunningDashboard = {
  /** Lets whoever opens it in. */
  readonly address: string;
  close(): Promise<void>;
};

/** Serves the dashboard to this machine. @throws PortError when the port cannot be had. */
export async function serveDashboard(options: ServeOptions): Promise<RunningDashboard> {
  const { clock, token, pollEvery, ledger } = options;
  const files = await makePageFiles();
  const server = createServer();
  const port = await listenOn(server, options.port);
  const known = snapshots(options);
  const feed = liveFeed(known, clock, pollEvery);
  const app = dashboardApp({
    ...options,
    access: accessFrom(token),
    port,
    files,
    ledger,
    snapshots: known,
    feed,
  });
  // The adapter would otherwise replace this process's own Request and Response.
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // The first who looks need not wait; what fails is told to whoever asks.
  known.current().catch(() => {});
  return {
    address: `http://127.0.0.1:${port}/?token=${token}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // Live pages hold their connections for as long as they are open.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The port is in use, or not for everyone to have; the message says all. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

async function listenOn(server: Server, port: number): Promise<number> {
  // A request that is slow to come keeps others from nothing, and yet it should end.
  server.headersTimeout = seconds(10);
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    throw new PortError(`port ${port} cannot be had: choose another one with --port`, { cause });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening on a port');
  return address.port;
}
