import type { ClientOptions } from '../clouds/http/client.ts';
import type { KeyStore } from '../clouds/http/refreshed-client.ts';
import { openCloud } from '../clouds/open.ts';
import type { ConnectionSettings } from '../config/settings/connections.ts';
import type { KeySource } from '../config/settings/environment.ts';
import { ApiKeyError, apiKey, type KeyReaders } from './api-key.ts';
import { errorText } from './log.ts';
import type { Clock, Connection, Log } from './ports.ts';

export type OpeningPorts = Partial<Pick<ClientOptions, 'limiter'>> & {
  readonly clock: Clock;
  readonly log: Log;
  readonly readers: KeyReaders;
};

/** A client of a cloud that reads its key anew for each run. */
export type OpenConnection = {
  /** Checks that the key can be read. @throws ApiKeyError */
  check(): Promise<void>;
  /** Returns the connection for one run; the key is read with the first request. */
  forRun(): Connection;
  close(): Promise<void>;
};

/** Opens a connection with one of its keys, without a request. */
export function openConnection(
  { name, cloud, address, requestsPerMinute, requestsInFlight }: ConnectionSettings,
  source: KeySource,
  { readers, ...ports }: OpeningPorts,
): OpenConnection {
  const key = apiKey(source, ports.clock, readers);
  const opened = openCloud(cloud, {
    baseUrl: address,
    requestsPerMinute,
    inFlight: requestsInFlight,
    random: Math.random,
    mindsClock: true,
    ...ports,
  });
  return {
    check: async () => void (await key()),
    forRun: () => {
      const { store, fault } = heldKey(key);
      return { name, address, provider: opened.cloud(store), keyFault: fault };
    },
    close: opened.close,
  };
}

/** Returns the settings of a connection for one of several shards, which share the limits of the cloud. */
export const ofOneShard = (connection: ConnectionSettings, shards: number): ConnectionSettings => ({
  ...connection,
  requestsPerMinute: Math.max(1, Math.floor(connection.requestsPerMinute / shards)),
  requestsInFlight: Math.max(1, Math.floor(connection.requestsInFlight / shards)),
});

type HeldKey = {
  readonly store: KeyStore;
  /** Returns why the key cannot be read; `null` if it can, and `store` then returns it for the rest of the run. */
  readonly fault: () => Promise<string | null>;
};

/** Caches a key for one run, so that an action that was claimed because the key was readable does not fail to read it. */
export function heldKey(key: KeyStore): HeldKey {
  let held: string | undefined;
  return {
    store: async (refused) => {
      if (refused !== undefined) return key(refused);
      held ??= await key();
      return held;
    },
    fault: async () => {
      try {
        held = await key();
        return null;
      } catch (error) {
        return error instanceof ApiKeyError ? error.message : errorText(error);
      }
    },
  };
}
