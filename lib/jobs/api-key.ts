import type { KeySource } from '../config/settings.ts';
import { between, type Instant, minutes } from '../model/time.ts';
import type { Clock } from './ports.ts';

/** The API key could not be had; the cause says why. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

/** A function may live for days, and a key must be replaceable without a deployment. */
const readAgainAfter = minutes(15);

/**
 * Gives the API key as it was at most 15 minutes ago.
 * `readParameter` gives the text of an SSM parameter, `undefined` when there is none in it.
 */
export function apiKey(
  source: KeySource,
  clock: Pick<Clock, 'now'>,
  readParameter: (name: string) => Promise<string | undefined>,
): () => Promise<string> {
  if (source.kind === 'given') return async () => source.reveal();
  let held: { readonly key: string; readonly at: Instant } | undefined;
  return async () => {
    const now = clock.now();
    if (held === undefined || between(held.at, now) >= readAgainAfter) {
      held = { key: await readKey(source.name, readParameter), at: now };
    }
    return held.key;
  };
}

async function readKey(
  name: string,
  readParameter: (name: string) => Promise<string | undefined>,
): Promise<string> {
  const what = `the SSM parameter ${name}, which should hold the API key`;
  const text = await readParameter(name).catch((cause: unknown) => {
    throw new ApiKeyError(`cannot read ${what}`, { cause });
  });
  // Whoever pastes a key into a form often pastes a line break with it.
  const key = text?.trim();
  if (!key) throw new ApiKeyError(`there is nothing in ${what}`);
  return key;
}
