import { isOfOtherProject } from '../asked-id.ts';
import type { KeyRedactor } from '../hide-key.ts';
import { inOneLine } from '../in-one-line.ts';
import { type Mismatch, pathInWords } from '../mismatch.ts';
import type { Flaw, Listing, ListOperation, OperationItem } from '../operation.ts';
import { readRecord } from '../read-record.ts';
import type { ReadingLimit } from '../reading.ts';

/** Collects the items of a list from its pages, each once. */
export type ItemCollector<Item> = {
  /** Adds items. @returns how many of them were new. */
  add(members: readonly unknown[]): number;
  /** Returns the number of distinct items, unreadable ones included. */
  count(): number;
  flaw(path: string, because: string): void;
  /** Keeps the field of a reply that describes the whole list. */
  note(about: unknown): void;
  listing(): Listing<Item>;
};

export type GatheringTerms = {
  readonly hide: KeyRedactor;
  readonly reading: ReadingLimit;
  /** The parameters of the list. An item of another project than theirs becomes a flaw. */
  readonly input?: object;
};

/** Starts to collect a list. `add` throws a CloudError when a bound is exceeded. */
export function gather<O extends ListOperation>(
  operation: O,
  { hide, reading, input = {} }: GatheringTerms,
): ItemCollector<OperationItem<O>> {
  const items: OperationItem<O>[] = [];
  const flaws: Flaw[] = [];
  const ids = new Set<string>();
  let received = 0;
  let dropped = 0;
  let listDescription: unknown;

  function addFlaw(kind: Flaw['kind'], path: string, because: string): void {
    flaws.push({ kind, operation: operation.id, path: inOneLine(hide(path)), because: hide(because) });
  }

  const named = (id: string) => inOneLine(hide(JSON.stringify(id)));

  return {
    add(members) {
      reading.count('records', members.length, operation.id);
      const previousCount = received - dropped;
      for (const member of members) {
        const index = received++;
        const id = readItemId(member);
        if (id !== undefined && ids.has(id)) {
          dropped += 1;
          continue;
        }
        if (id !== undefined) ids.add(id);
        const itemPath = pathInWords([operation.field, index]);
        const suffix = id === undefined ? '' : ` (in ${named(id)})`;
        const createFlawRecorder = (kind: Flaw['kind']) => (mismatch: Mismatch) =>
          addFlaw(kind, [itemPath, mismatch.path].filter(Boolean).join('.'), mismatch.because + suffix);
        const result = readRecord<O['item']>(operation.item, member);
        if (id !== undefined || result.kind === 'unreadable') reading.count('resources', 1, operation.id);
        if (result.kind === 'unreadable') {
          createFlawRecorder('record')(result.mismatch);
        } else if (isOfOtherProject(result.record, input)) {
          createFlawRecorder('record')({ path: 'projectId', because: 'it belongs to another project' });
        } else {
          items.push(result.record);
          result.lost.forEach(createFlawRecorder('record'));
          result.fields.forEach(createFlawRecorder('field'));
        }
      }
      return received - dropped - previousCount;
    },
    count: () => received - dropped,
    flaw: (path, because) => addFlaw('record', path, because),
    note(about) {
      listDescription = about;
    },
    listing: () => ({ items, flaws, ...(listDescription !== undefined && { about: listDescription }) }),
  };
}

/** Returns the id of an item, even if its other fields are unreadable. */
export function readItemId(member: unknown): string | undefined {
  if (typeof member !== 'object' || member === null || !('id' in member)) return undefined;
  return typeof member.id === 'string' && member.id !== '' ? member.id : undefined;
}
