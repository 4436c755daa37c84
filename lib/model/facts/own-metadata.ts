import { foldedName, foldedText } from '../spelling.ts';
import { type Instant, readInstant } from '../time/time.ts';

/** The keys of metadata that spendwatch reads on a VM, in folded form. */
const ownNames = {
  keep: foldedName('spendwatch'),
  keepAlso: foldedName('spendwatch-keep'),
  keepUntil: foldedName('spendwatch-keep-until'),
  address: foldedName('spendwatch-address'),
} as const;
const known: ReadonlySet<string> = new Set(Object.values(ownNames));

type Metadata = Readonly<Record<string, string>>;

/** The label of a resource that people have locked on its platform, for clouds where they keep one by a lock. */
export const lockLabel = { spendwatch: 'locked' } as const;

/** A keep that people wrote into the metadata of a resource; `until` is `null` if it has no readable end. */
export type WrittenKeep = {
  readonly key: string;
  readonly text: string;
  readonly hasEnd: boolean;
  readonly until: Instant | null;
};

/**
 * Returns the keeps in metadata, however their keys are spelt. Any key that begins with "spendwatch" counts as a keep,
 * even an unknown one, except the address.
 */
export const writtenKeeps = (metadata: Metadata): readonly WrittenKeep[] =>
  Object.entries(metadata).flatMap(([key, text]) => {
    const name = foldedName(key);
    const isOwn = known.has(name) || /^spendwatch[^a-z0-9]/.test(foldedText(key));
    if (!isOwn || name === ownNames.address) return [];
    const hasEnd = name === ownNames.keepUntil;
    return [{ key, text, hasEnd, until: hasEnd ? (readInstant(text) ?? null) : null }];
  });

/** Returns the addresses or other names in metadata by which sources of signals know a machine. */
export const writtenAddresses = (metadata: Metadata): readonly string[] =>
  Object.entries(metadata).flatMap(([key, text]) => (foldedName(key) === ownNames.address ? [text] : []));
