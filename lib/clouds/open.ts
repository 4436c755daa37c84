import type { CloudName } from '../model/cloud-name.ts';
import type { Cloud } from './cloud.ts';
import { computeCloud } from './compute/cloud.ts';
import { type ClientOptions, type ConnectedClient, connectClient } from './http/client.ts';
import type { CloudClient } from './http/operation.ts';
import { type KeyStore, refreshedClient } from './http/refreshed-client.ts';
import { runpodCloud } from './runpod/cloud.ts';
import { gpuCatalogue } from './runpod/gpu-catalogue.ts';

/** Opens each cloud for one connection. All runs of a connection share what is kept there, such as the GPU catalogue. */
const clouds: { readonly [Name in CloudName]: () => (client: CloudClient) => Cloud } = {
  compute: () => computeCloud,
  runpod() {
    const catalogue = gpuCatalogue();
    return (client) => runpodCloud(client, catalogue);
  },
};

/** A connection to a cloud. Its client is replaced when the key changes. */
export type CloudConnection = {
  /** Returns the cloud for one run; the key is read with the first request. */
  cloud(key: KeyStore): Cloud;
  close(): Promise<void>;
};

/** Opens a cloud at an address. Nothing is sent before the first request. */
export function openCloud(name: CloudName, options: Omit<ClientOptions, 'apiKey'>): CloudConnection {
  const cloudOver = clouds[name]();
  let opened: { readonly key: string; readonly client: ConnectedClient } | undefined;
  const open = (apiKey: string): CloudClient => {
    if (opened?.key !== apiKey) {
      // Requests with the old key may finish.
      void opened?.client.close();
      opened = { key: apiKey, client: connectClient({ ...options, apiKey }) };
    }
    return opened.client;
  };
  return {
    cloud: (key) => cloudOver(refreshedClient(key, open, options.mindsClock === true)),
    close: async () => opened?.client.close(),
  };
}
