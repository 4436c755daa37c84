import { buildConnector } from 'undici';
import type { Span } from '../model/time/time.ts';

/** Opens connections, and knows of an error whether it came before one was open. */
export type Connector = {
  readonly connect: buildConnector.connector;
  /** Whether nothing can have been sent, TLS handshakes that came to nothing included. */
  isUnconnected(error: unknown): boolean;
};

/** Neither codes nor system calls tell: a reset looks the same within the handshake and after a request. */
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
