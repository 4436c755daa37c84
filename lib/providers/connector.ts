import { buildConnector } from 'undici';
import type { Span } from '../model/time/time.ts';

/** Opens connections, and can tell whether an error occurred before one was open. */
export type Connector = {
  readonly connect: buildConnector.connector;
  /** Whether an error occurred before anything was sent, failed TLS handshakes included. */
  isUnconnected(error: unknown): boolean;
};

/** Makes a connector. It marks errors itself, since a reset has the same code in the handshake and after a request. */
export function openConnector(timeout: Span): Connector {
  const open = buildConnector({ timeout });
  const unconnected = new WeakSet<object>();
  return {
    connect: (options, callback) =>
      open(options, (...[error, socket]) => {
        if (error !== null) {
          unconnected.add(error);
          callback(error, null);
        } else {
          callback(null, socket);
        }
      }),
    isUnconnected: (error) => typeof error === 'object' && error !== null && unconnected.has(error),
  };
}
