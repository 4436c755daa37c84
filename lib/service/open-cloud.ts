import { openCloud as openConnection } from '../clouds/open.ts';
import type { KeySource } from '../config/settings/environment.ts';
import type { Settings } from '../config/settings/settings.ts';
import { apiKey, type KeyReaders } from '../jobs/api-key.ts';
import { heldKey } from '../jobs/held-key.ts';
import { type Clock, type Connection, type Log, unnamedConnection } from '../jobs/ports.ts';
import { onlyCloud } from '../model/cloud-name.ts';

export type OpenCloudOptions = {
  readonly settings: Settings;
  readonly source: KeySource;
  readonly keyReaders: KeyReaders;
  readonly clock: Clock;
  readonly log: Log;
};

/** A connection to the cloud with the current key. */
export type OpenCloud = {
  /** Checks that the key can be read. @throws ApiKeyError */
  check(): Promise<void>;
  /** Returns the connection for one pass; the key is read with the first request. */
  forPass(): Connection;
  close(): Promise<void>;
};

export function openCloud({ settings, source, keyReaders, clock, log }: OpenCloudOptions): OpenCloud {
  const key = apiKey(source, clock, keyReaders);
  const connection = openConnection(onlyCloud, {
    baseUrl: settings.cloudUrl,
    clock,
    random: Math.random,
    requestsPerMinute: settings.requestsPerMinute,
    inFlight: settings.requestsInFlight,
    log,
    mindsClock: true,
  });
  return {
    check: async () => void (await key()),
    forPass: () => {
      const { store, fault } = heldKey(key);
      return unnamedConnection(connection.cloud(store), fault);
    },
    close: connection.close,
  };
}
