import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../jobs/ports.ts';
import type { Span } from '../model/time/time.ts';
import { limitConnections, requestLimits } from '../service/doors/server-limits.ts';
import { accessFrom } from './access.ts';
import { dashboardApp } from './dashboard-app.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { type SnapshotOptions, snapshots } from './data/snapshots.ts';
import { liveFeed } from './live-feed.ts';
import { makePageFiles } from './page-files.ts';

export type ServeDashboardOptions = Omit<SnapshotOptions, 'clock'> &
  Pick<DashboardOptions, 'mayAct' | 'onBug' | 'answers' | 'command'> & {
    /** The machine's own clock; the figures may have another, as in a simulated cloud. */
    readonly clock: Clock;
    /** At least 128 random bits. */
    readonly token: string;
    /** The port; 0 selects any free one. */
    readonly port: number;
    /** The interval at which the ledger is checked for new data while a page is open. */
    readonly pollEvery: Span;
  };

export type RunningDashboard = {
  /** The address with its token, which admits the browser that opens it. */
  readonly address: string;
  close(): Promise<void>;
};

/** Serves the dashboard on loopback. @throws PortError when the port is not available. */
export async function serveDashboard(options: ServeDashboardOptions): Promise<RunningDashboard> {
  const { clock, token, pollEvery, ledger } = options;
  const files = await makePageFiles();
  const server = createServer(requestLimits);
  limitConnections(server);
  const port = await listenOn(server, options.port);
  const snapshotSource = snapshots(options);
  const feed = liveFeed(snapshotSource, clock, pollEvery);
  const app = dashboardApp({
    ...options,
    access: accessFrom(token),
    port,
    files,
    ledger,
    snapshots: snapshotSource,
    feed,
  });
  // Otherwise the adapter would replace this process's own Request and Response.
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // Reads before the first request. That request reports a failure.
  snapshotSource.current().catch(() => {});
  return {
    address: `http://127.0.0.1:${port}/?token=${token}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // Open pages keep a connection for live updates, which would delay the end.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Thrown for a port that is in use, or that needs more permissions. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

async function listenOn(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    throw new PortError(`port ${port} is not available: choose another one with --port`, { cause });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening on a port');
  return address.port;
}
