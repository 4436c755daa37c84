import type { KeyStore } from '../clouds/http/refreshed-client.ts';
import { ApiKeyError } from './api-key.ts';
import { errorText } from './log.ts';

export type HeldKey = {
  readonly store: KeyStore;
  /** Returns why the key cannot be read; `null` when it can, and `store` then returns it for the rest of the run. */
  readonly fault: () => Promise<string | null>;
};

/**
 * Holds a key for one run: an action that is claimed because the key was readable must not fail in reading it again.
 */
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
