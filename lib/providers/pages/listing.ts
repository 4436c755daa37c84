import type { Hide } from '../hide-key.ts';
import { inOneLine } from '../in-one-line.ts';
import { type Misfit, pathInWords } from '../misfit.ts';
import type { Flaw, ItemOf, Listing, ListOperation } from '../operation.ts';
import { readRecord } from '../read-record.ts';
import type { Reading } from '../reading.ts';

/** Gathers the items of a list from its pages. Each is read by itself and field by field, and taken once. */
export type Gathering<Item> = {
  /** @returns how many of them were new. */
  add(members: readonly unknown[]): number;
  /** How many different items have come, those that do not fit included. */
  count(): number;
  flaw(path: string, because: string): void;
  listing(): Listing<Item>;
};

export type GatheringTerms = { readonly hide: Hide; readonly reading: Reading };

/** What is gathered throws a CloudError where it is too much. */
export function gather<O extends ListOperation>(
  operation: O,
  { hide, reading }: GatheringTerms,
): Gathering<ItemOf<O>> {
  const items: ItemOf<O>[] = [];
  const flaws: Flaw[] = [];
  const ids = new Set<string>();
  let came = 0;
  let dropped = 0;

  function tell(kind: Flaw['kind'], path: string, because: string): void {
    flaws.push({ kind, operation: operation.id, path: inOneLine(hide(path)), because: hide(because) });
  }

  const named = (id: string) => inOneLine(hide(JSON.stringify(id)));

  return {
    add(members) {
      reading.count('records', members.length, operation.id);
      const before = came - dropped;
      for (const member of members) {
        const index = came++;
        const id = idOf(member);
        if (id !== undefined && ids.has(id)) {
          dropped += 1;
          continue;
        }
        if (id !== undefined) ids.add(id);
        const at = pathInWords([operation.field, index]);
        const whose = id === undefined ? '' : ` (in ${named(id)})`;
        const told = (kind: Flaw['kind']) => (misfit: Misfit) =>
          tell(kind, [at, misfit.path].filter(Boolean).join('.'), misfit.because + whose);
        const read = readRecord<O['item']>(operation.item, member);
        if (id !== undefined || read.kind === 'unreadable') reading.count('resources', 1, operation.id);
        if (read.kind === 'unreadable') {
          told('record')(read.misfit);
        } else {
          items.push(read.record);
          read.lost.forEach(told('record'));
          read.fields.forEach(told('field'));
        }
      }
      return came - dropped - before;
    },
    count: () => came - dropped,
    flaw: (path, because) => tell('record', path, because),
    listing: () => ({ items, flaws }),
  };
}

/** Returns the id of an item, whatever else of it can be read. */
export function idOf(member: unknown): string | undefined {
  if (typeof member !== 'object' || member === null || !('id' in member)) return undefined;
  return typeof member.id === 'string' && member.id !== '' ? member.id : undefined;
}
