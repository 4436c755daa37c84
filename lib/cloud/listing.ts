import * as z from 'zod';
import { compiled } from './compiled.ts';
import type { Hide } from './hide-key.ts';
import { inOneLine } from './in-one-line.ts';
import { firstMisfit } from './misfit.ts';
import type { Flaw, ItemOf, Listing, ListOperation } from './operation.ts';

/** Gathers the items of a list from its pages. Each is read by itself, and taken once. */
export type Gathering<Item> = {
  /** @returns how many of them were new. */
  add(members: readonly unknown[]): number;
  /** How many different items have come, those that do not fit included. */
  count(): number;
  flaw(path: string, because: string): void;
  listing(): Listing<Item>;
};

export function gather<O extends ListOperation>(operation: O, hide: Hide): Gathering<ItemOf<O>> {
  const schema = compiled<O['item']>(operation.item);
  const items: ItemOf<O>[] = [];
  const flaws: Flaw[] = [];
  const ids = new Set<string>();
  let came = 0;
  let dropped = 0;

  function flaw(path: string, because: string): void {
    flaws.push({ operation: operation.id, path: inOneLine(hide(path)), because: hide(because) });
  }

  const named = (id: string) => inOneLine(hide(JSON.stringify(id)));

  return {
    add(members) {
      const before = came - dropped;
      for (const member of members) {
        const index = came++;
        const id = idOf(member);
        if (id !== undefined && ids.has(id)) {
          dropped += 1;
          continue;
        }
        if (id !== undefined) ids.add(id);
        const read = z.safeParse<O['item']>(schema, member);
        if (read.success) {
          items.push(read.data);
        } else {
          const { path, because } = firstMisfit(read.error, [operation.field, index]);
          flaw(path, id === undefined ? because : `${because} (in ${named(id)})`);
        }
      }
      return came - dropped - before;
    },
    count: () => came - dropped,
    flaw,
    listing: () => ({ items, flaws }),
  };
}

/** Returns the id of an item, whatever else of it can be read. */
export function idOf(member: unknown): string | undefined {
  if (typeof member !== 'object' || member === null || !('id' in member)) return undefined;
  return typeof member.id === 'string' && member.id !== '' ? member.id : undefined;
}
