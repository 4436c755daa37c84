import type { KeySource } from '../config/settings/environment.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import { assertNever } from '../model/assert-never.ts';
import { computeSpan, type Instant, minutes } from '../model/time/time.ts';
import { shortestKey } from '../model/unsafe-characters.ts';
import type { Clock } from './ports.ts';

/** Thrown when the API key cannot be read; its cause is the reason. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

/** The time after which a key is read again, because it must be replaceable without a restart. */
const readAgainAfter = minutes(15);

/** Returns a text by its name; `undefined` if there is none. */
type ReadText = (name: string) => Promise<string | undefined>;

/** The readers of places that may hold a key; a place without a reader is not supported here. */
export type KeyReaders = { readonly parameter?: ReadText; readonly file?: ReadText };

/** The expected content of a place, and its minimum number of characters. */
type Expected = { readonly holds: string; readonly least: number };

type Place = Expected & {
  readonly what: string;
  readonly name: string;
  readonly read: ReadText | undefined;
};

/** The minimum length of a secret that cannot be found by trying all against one token. */
const shortestSecret = 32;

/** Returns a function that returns the secret that tokens are sealed with, read like an API key. */
export const sealingSecret = (
  source: KeySource,
  clock: Pick<Clock, 'now'>,
  readers: KeyReaders,
): (() => Promise<string>) =>
  apiKey(source, clock, readers, {
    holds: 'the secret that tokens are sealed with',
    least: shortestSecret,
  });

/** Returns a function that returns the API key, at most 15 minutes old. Given a refused key, it reads the key again. */
export function apiKey(
  source: KeySource,
  clock: Pick<Clock, 'now'>,
  readers: KeyReaders,
  expected: Expected = { holds: 'the API key', least: shortestKey },
): (refused?: string) => Promise<string> {
  if (source.kind === 'given') return async () => source.reveal();
  const place = { ...getKeyPlace(source, readers), ...expected };
  let held: { readonly key: string; readonly at: Instant } | undefined;
  return async (refused) => {
    const now = clock.now();
    if (held === undefined || held.key === refused || computeSpan(held.at, now) >= readAgainAfter) {
      held = { key: await readKey(place), at: now };
    }
    return held.key;
  };
}

function getKeyPlace(
  source: Exclude<KeySource, { kind: 'given' }>,
  { parameter, file }: KeyReaders,
): Omit<Place, keyof Expected> {
  switch (source.kind) {
    case 'parameter':
      return { what: `the SSM parameter ${shownName(source.name)}`, name: source.name, read: parameter };
    case 'file':
      return { what: `the file ${shownName(source.path)}`, name: source.path, read: file };
    default:
      return assertNever(source);
  }
}

async function readKey({ what: where, name, read, holds, least }: Place): Promise<string> {
  const what = `${where}, which should hold ${holds}`;
  if (read === undefined) throw new ApiKeyError(`cannot read ${what}: not supported here`);
  const text = await read(name).catch((cause: unknown) => {
    if (cause instanceof ApiKeyError) throw cause;
    throw new ApiKeyError(`cannot read ${what}`, { cause });
  });
  // Keys are often pasted with a line break.
  const key = text?.trim();
  if (!key) throw new ApiKeyError(`nothing is stored in ${what}`);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ApiKeyError(`text other than the key is stored in ${what}`);
  if (key.length < least) throw new ApiKeyError(`the content of ${what}, has fewer than ${least} characters`);
  return key;
}
