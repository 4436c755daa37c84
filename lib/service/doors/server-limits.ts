import type { Server } from 'node:http';
import { seconds } from '../../model/time/time.ts';

/** The time limits of every server of this machine: of the headers, and of the whole request with its body. */
export const requestLimits = {
  headersTimeout: seconds(10),
  requestTimeout: seconds(30),
  // How often Node looks for requests that are past them.
  connectionsCheckingInterval: seconds(5),
};

/** The most connections at the same time. Each can hold some 64 KB that nobody has read; further ones are closed at once. */
const mostConnections = 256;

/** Limits the connections of a server. */
export function limitConnections(server: Pick<Server, 'maxConnections'>): void {
  server.maxConnections = mostConnections;
}
