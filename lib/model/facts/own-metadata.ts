import { foldedName, foldedText } from '../spelling.ts';
import { type Instant, readInstant } from '../time/time.ts';

/** The names, folded, of the keys of metadata by which people tell spendwatch of a VM on the platform itself. */
const ownNames = {
  keep: foldedName('spendwatch'),
  keepAlso: foldedName('spendwatch-keep'),
  keepUntil: foldedName('spendwatch-keep-until'),
  address: foldedName('spendwatch-address'),
} as const;
const known: ReadonlySet<string> = new Set(Object.values(ownNames));

type Metadata = Readonly<Record<string, string>>;

/** A keep that people wrote into the metadata of a resource; `until` is its end, and `null` if it has none to be read. */
export type WrittenKeep = {
  readonly key: string;
  readonly text: string;
  readonly hasEnd: boolean;
  readonly until: Instant | null;
};

/**
 * Returns the keeps that metadata holds, however their keys are spelt. What begins with "spendwatch" was written for it,
 * and a word that it does not know still means: keep off.
 */
export const writtenKeeps = (metadata: Metadata): readonly WrittenKeep[] =>
  Object.entries(metadata).flatMap(([key, text]) => {
    const name = foldedName(key);
    const isOwn = known.has(name) || /^spendwatch[^a-z0-9]/.test(foldedText(key));
    if (!isOwn || name === ownNames.address) return [];
    const hasEnd = name === ownNames.keepUntil;
    return [{ key, text, hasEnd, until: hasEnd ? (readInstant(text) ?? null) : null }];
  });

/** Returns the addresses, or other names, that sources of signals use for a machine, by its metadata. */
export const writtenAddresses = (metadata: Metadata): readonly string[] =>
  Object.entries(metadata).flatMap(([key, text]) => (foldedName(key) === ownNames.address ? [text] : []));
