import { connectCloud } from '../cloud/client.ts';
import type { Cloud } from '../cloud/operation.ts';
import type { KeySource, Settings } from '../config/settings.ts';
import { apiKey, type KeyReaders } from '../jobs/api-key.ts';
import type { Clock, Log } from '../jobs/ports.ts';

export type OpenCloudOptions = {
  readonly settings: Settings;
  readonly source: KeySource;
  readonly keyReaders: KeyReaders;
  readonly clock: Clock;
  readonly log: Log;
};

/** The cloud with the key as it is now: a client is made anew when its key was replaced. */
export type OpenCloud = {
  /** @throws ApiKeyError */
  now(): Promise<Cloud>;
  close(): Promise<void>;
};

export function openCloud({ settings, source, keyReaders, clock, log }: OpenCloudOptions): OpenCloud {
  const key = apiKey(source, clock, keyReaders);
  const open = (text: string) =>
    connectCloud({
      baseUrl: settings.cloudUrl,
      apiKey: text,
      clock,
      random: Math.random,
      requestsPerMinute: settings.requestsPerMinute,
      inFlight: settings.requestsInFlight,
      log,
    });
  let held: { readonly key: string; readonly cloud: ReturnType<typeof open> } | undefined;
  return {
    now: async () => {
      const text = await key();
      if (held?.key !== text) {
        await held?.cloud.close();
        held = { key: text, cloud: open(text) };
      }
      return held.cloud;
    },
    close: async () => held?.cloud.close(),
  };
}
