import { CloudError } from '../providers/errors.ts';
import type { Cloud } from '../providers/operation.ts';
import { ApiKeyError } from './api-key.ts';
import { errorText } from './error-text.ts';

/** Gives the API key; told of one that was refused, it looks whether there is another by now. */
export type KeyStore = (refused?: string) => Promise<string>;

export type HeldKey = {
  readonly store: KeyStore;
  /** Says why the key cannot be had; `null` where it can, and `store` then has it for the rest of the run. */
  readonly fault: () => Promise<string | null>;
};

/** A key for one run: what is claimed because it could be had must not fail because it was read again. */
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

/**
 * The cloud by whichever key holds, read when something is first asked: a request that is refused for its key is
 * sent once more if there is another key by then. A refused request did nothing, so it may be sent again whatever
 * it was to do.
 */
export function refreshedCloud(key: KeyStore, open: (key: string) => Cloud): Cloud {
  let current: Promise<Opened> | undefined;
  let newest: Cloud | undefined;
  /** All that were refused by one key ask for the next one together, and not again in this run. */
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
  async function ask<T>(send: (cloud: Cloud) => Promise<T>): Promise<T> {
    current ??= opened(key());
    const asked = current;
    const used = await asked;
    try {
      return await send(used.cloud);
    } catch (error) {
      if (!(error instanceof CloudError && error.kind === 'unauthenticated')) throw error;
      // That there is none any more is no other answer than the refusal.
      if (asked === current) renewal ??= renew(used.text).catch(() => null);
      const next = asked === current ? await renewal : await current;
      if (!next || next === used) throw error;
      return send(next.cloud);
    }
  }
  return {
    call: (operation, input, options) => ask((cloud) => cloud.call(operation, input, options)),
    list: (operation, input, options) => ask((cloud) => cloud.list(operation, input, options)),
    tellsTime: () => newest?.tellsTime?.() ?? false,
  };
}

type Opened = { readonly text: string; readonly cloud: Cloud };
