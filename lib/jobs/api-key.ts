import type { KeySource } from '../config/settings/environment.ts';
import { shortestKey, shownName } from '../config/settings/may-be-key.ts';
import { assertNever } from '../model/assert-never.ts';
import { between, type Instant, minutes } from '../model/time/time.ts';
import type { Clock } from './ports.ts';

/** The API key could not be had; the cause says why. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

/** A process may live for days, and a key must be replaceable without starting it again. */
const readAgainAfter = minutes(15);

/** Gives a text by its name, `undefined` when there is nothing by that name. */
type ReadText = (name: string) => Promise<string | undefined>;

/** How the places that may hold a key are read here; one that is left out cannot be. */
export type KeyReaders = { readonly parameter?: ReadText; readonly file?: ReadText };

type Place = { readonly what: string; readonly name: string; readonly read: ReadText | undefined };

/** Gives the API key as it was at most 15 minutes ago; never one that it is told was refused without looking for another. */
export function apiKey(
  source: KeySource,
  clock: Pick<Clock, 'now'>,
  readers: KeyReaders,
): (refused?: string) => Promise<string> {
  if (source.kind === 'given') return async () => source.reveal();
  const place = placeOf(source, readers);
  let held: { readonly key: string; readonly at: Instant } | undefined;
  return async (refused) => {
    const now = clock.now();
    if (held === undefined || held.key === refused || between(held.at, now) >= readAgainAfter) {
      held = { key: await readKey(place), at: now };
    }
    return held.key;
  };
}

function placeOf(source: Exclude<KeySource, { kind: 'given' }>, { parameter, file }: KeyReaders): Place {
  switch (source.kind) {
    case 'parameter':
      return { what: `the SSM parameter ${shownName(source.name)}`, name: source.name, read: parameter };
    case 'file':
      return { what: `the file ${shownName(source.path)}`, name: source.path, read: file };
    default:
      return assertNever(source);
  }
}

async function readKey({ what: where, name, read }: Place): Promise<string> {
  const what = `${where}, which should hold the API key`;
  if (read === undefined) throw new ApiKeyError(`cannot read ${what}: that is not possible here`);
  const text = await read(name).catch((cause: unknown) => {
    if (cause instanceof ApiKeyError) throw cause;
    throw new ApiKeyError(`cannot read ${what}`, { cause });
  });
  // Whoever pastes a key into a form often pastes a line break with it.
  const key = text?.trim();
  if (!key) throw new ApiKeyError(`there is nothing in ${what}`);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ApiKeyError(`there is more than a key in ${what}`);
  if (key.length < shortestKey)
    throw new ApiKeyError(`what is in ${what}, has fewer than ${shortestKey} characters`);
  return key;
}
