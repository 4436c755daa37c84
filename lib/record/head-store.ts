import type { Head } from '../model/head.ts';
import type { TargetId } from '../model/ids.ts';
import { chunksOf, headItems, headOf, targetIn } from './head-item.ts';
import { type Item, keyItem, numberIn } from './item.ts';
import type { ItemStore } from './item-store.ts';
import { asideKey, headChunksBefore, headKey } from './keys.ts';
import { type Committed, LedgerError, UnreadableError } from './ledger.ts';

/** Heads in a table, including those that need more than one item. */
export type HeadStore = {
  get(target: TargetId): Promise<Head | undefined>;
  /** Returns the head in an item; `undefined` when it has been deleted since. */
  open(item: Item): Promise<Head | undefined>;
  /** Keeps a copy of an unreadable head. Returns its `seq`, or `null` when there is no such head. */
  setAside(target: TargetId): Promise<number | null>;
  commit(head: Head): Promise<Committed>;
};

/** The number of reads of a head that may be replaced between its item and its chunks; more cannot be a race. */
const mostReads = 4;

export function headStore(items: ItemStore): HeadStore {
  // The targets with chunks to clear. They are known, since a turn reads a head before it commits the next;
  // otherwise old chunks stay until the target needs chunks again.
  const chunked = new Set<TargetId>();

  const open = async (found: Item): Promise<Head | undefined> => {
    let item: Item | undefined = found;
    for (let read = 1; item !== undefined; read += 1) {
      const expected = chunksOf(item);
      if (expected === null) return headOf(item, [item]);
      const target = targetIn(item);
      const chunks = await items.query(expected.range, 'newest');
      if (chunks.length === expected.count || read === mostReads) {
        chunked.add(target);
        return headOf(item, chunks);
      }
      item = await items.get(headKey(target));
    }
    return undefined;
  };

  /** Deletes the chunks of older heads. A concurrent read of an older head then reads the newest one. */
  const clearOlder = async ({ target, seq }: Head, isChunked: boolean): Promise<void> => {
    await items.deleteAll(await items.query(headChunksBefore(target, seq), 'settled'));
    if (!isChunked) chunked.delete(target);
  };

  const setAside = async (target: TargetId): Promise<number | null> => {
    const item = await items.get(headKey(target));
    if (item === undefined) return null;
    try {
      await open(item);
      return null;
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
    const seq = numberIn(item, 'seq');
    if (seq === undefined || !Number.isSafeInteger(seq))
      throw new LedgerError(`the head of ${target} has lost its number: restore the table from a backup`);
    const chunks = chunksOf(item);
    const parts = chunks === null ? [] : await items.query(chunks.range, 'newest');
    await items.putAll(
      [item, ...parts].map((part, place) => ({ ...part, ...keyItem(asideKey(target, seq, place)) })),
    );
    return seq;
  };

  return {
    open,
    setAside,
    get: async (target) => {
      const item = await items.get(headKey(target));
      return item && open(item);
    },
    commit: async (head) => {
      const { item, chunks } = headItems(head);
      await items.putAll(chunks);
      const committed = await items.putNext(item, head.seq);
      const isChunked = chunks.length > 0;
      if (committed === 'lost' || !(isChunked || chunked.has(head.target))) return committed;
      chunked.add(head.target);
      // The head is committed in any case, and the next commit clears the rest.
      await clearOlder(head, isChunked).catch(() => undefined);
      return committed;
    },
  };
}
