import { CloudError } from './errors.ts';
import type { CloudClient } from './operation.ts';

/** Returns the API key. Given a refused key, it reads the key again. */
export type KeyStore = (refused?: string) => Promise<string>;

/**
 * Returns a client whose key is read at the first request. A request whose key is refused is sent once more if the key
 * has been replaced. Any request can be repeated like this, because a refused one had no effect.
 */
export function refreshedClient(
  key: KeyStore,
  open: (key: string) => CloudClient,
  mindsClock: boolean,
): CloudClient {
  let current: Promise<Opened> | undefined;
  let newest: CloudClient | undefined;
  /** The one renewal of a refused key, shared by all requests that used it and not repeated in the run. */
  let renewal: Promise<Opened | null> | undefined;

  async function opened(reading: Promise<string>): Promise<Opened> {
    const text = await reading;
    newest = open(text);
    return { text, cloud: newest };
  }
  async function renew(refused: string): Promise<Opened | null> {
    const next = await key(refused);
    if (next === refused) return null;
    current = opened(Promise.resolve(next));
    return current;
  }
  async function ask<T>(send: (cloud: CloudClient) => Promise<T>): Promise<T> {
    current ??= opened(key());
    const pending = current;
    const used = await pending;
    try {
      return await send(used.cloud);
    } catch (error) {
      if (!(error instanceof CloudError && error.kind === 'unauthenticated')) throw error;
      // A key that can no longer be read leads to the same error as the refusal.
      if (pending === current) renewal ??= renew(used.text).catch(() => null);
      const next = pending === current ? await renewal : await current;
      if (!next || next === used) throw error;
      return send(next.cloud);
    }
  }
  return {
    call: (operation, input, options) => ask((cloud) => cloud.call(operation, input, options)),
    list: (operation, input, options) => ask((cloud) => cloud.list(operation, input, options)),
    ...(mindsClock && { tellsTime: () => newest?.tellsTime?.() ?? false }),
  };
}

type Opened = { readonly text: string; readonly cloud: CloudClient };
