import type { Cloud } from '../clouds/cloud.ts';
import { computeCloud } from '../clouds/compute/cloud.ts';
import { connectClient } from '../clouds/http/client.ts';
import type { CloudClient } from '../clouds/http/operation.ts';
import type { KeySource } from '../config/settings/environment.ts';
import type { Settings } from '../config/settings/settings.ts';
import { apiKey, type KeyReaders } from '../jobs/api-key.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import { type HeldKey, heldKey, refreshedCloud } from '../jobs/refreshed-cloud.ts';

export type OpenCloudOptions = {
  readonly settings: Settings;
  readonly source: KeySource;
  readonly keyReaders: KeyReaders;
  readonly clock: Clock;
  readonly log: Log;
};

/** A connection to the cloud with the current key: the client is replaced when its key was. */
export type OpenCloud = {
  /** Checks that the key can be read. @throws ApiKeyError */
  check(): Promise<void>;
  /** Returns the provider for one pass; the key is read with the first request. */
  forPass(): { readonly provider: Cloud; readonly keyFault: HeldKey['fault'] };
  close(): Promise<void>;
};

export function openCloud({ settings, source, keyReaders, clock, log }: OpenCloudOptions): OpenCloud {
  const key = apiKey(source, clock, keyReaders);
  const connect = (text: string) =>
    connectClient({
      baseUrl: settings.cloudUrl,
      apiKey: text,
      clock,
      random: Math.random,
      requestsPerMinute: settings.requestsPerMinute,
      inFlight: settings.requestsInFlight,
      log,
      mindsClock: true,
    });
  let held: { readonly key: string; readonly cloud: ReturnType<typeof connect> } | undefined;
  const open = (text: string): CloudClient => {
    if (held?.key !== text) {
      // Requests with the old key may finish.
      void held?.cloud.close();
      held = { key: text, cloud: connect(text) };
    }
    return held.cloud;
  };
  return {
    check: async () => void (await key()),
    forPass: () => {
      const { store, fault } = heldKey(key);
      return { provider: computeCloud(refreshedCloud(store, open)), keyFault: fault };
    },
    close: async () => held?.cloud.close(),
  };
}
