import { CloudError } from '../cloud/errors.ts';
import type { Cloud } from '../cloud/operation.ts';

/** Gives the API key; told of one that was refused, it looks whether there is another by now. */
export type KeyStore = (refused?: string) => Promise<string>;

/**
 * The cloud by whichever key holds: a request that is refused for its key is sent once more if there is
 * another key by then. A refused request did nothing, so it may be sent again whatever it was to do.
 */
export async function refreshedCloud(key: KeyStore, open: (key: string) => Cloud): Promise<Cloud> {
  let current = await opened(key());
  /** All that were refused by one key ask for the next one together, and not again in this run. */
  let renewal: Promise<typeof current | null> | undefined;

  async function opened(reading: Promise<string>) {
    const text = await reading;
    return { text, cloud: open(text) };
  }
  async function renew(refused: string) {
    const next = await key(refused);
    if (next === refused) return null;
    current = { text: next, cloud: open(next) };
    return current;
  }
  async function ask<T>(send: (cloud: Cloud) => Promise<T>): Promise<T> {
    const used = current;
    try {
      return await send(used.cloud);
    } catch (error) {
      if (!(error instanceof CloudError && error.kind === 'unauthenticated')) throw error;
      if (used === current) renewal ??= renew(used.text);
      const next = used === current ? await renewal : current;
      if (!next || next === used) throw error;
      return send(next.cloud);
    }
  }
  return {
    call: (operation, input, options) => ask((cloud) => cloud.call(operation, input, options)),
    list: (operation, input) => ask((cloud) => cloud.list(operation, input)),
  };
}
