import type { Server } from 'node:http';
import { seconds } from '../../model/time/time.ts';

/** The time limits of every server of this machine: of the headers, and of the whole request with its body. */
export const requestLimits = {
  headersTimeout: seconds(10),
  requestTimeout: seconds(30),
  // The interval at which Node enforces these limits.
  connectionsCheckingInterval: seconds(5),
};

/** The maximum number of concurrent connections. Each may buffer some 64 KB; further ones are closed at once. */
const mostConnections = 256;

/** Limits the connections of a server. */
export function limitConnections(server: Pick<Server, 'maxConnections'>): void {
  server.maxConnections = mostConnections;
}
