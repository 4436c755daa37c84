import { TargetId } from '../model/ids.ts';
import type { Head } from '../state/head.ts';
import {
  type Item,
  keyItem,
  readBytesAttribute,
  readItem,
  readNumberAttribute,
  readTextAttribute,
  splitBody,
} from './item.ts';
import type { ItemStore } from './item-store.ts';
import {
  asideKey,
  computeDigest,
  earlierHeadChunks,
  headChunkKey,
  headChunks,
  headKey,
  type KeyRange,
} from './keys.ts';
import { type CommitResult, LedgerError, UnreadableError } from './ledger.ts';
import { decodeHead, encodeHead } from './packing/codec.ts';

/** Heads in a table, including those that need more than one item. */
type HeadStore = {
  get(target: TargetId): Promise<Head | undefined>;
  /** Returns the head in an item; `undefined` if it has been deleted since. */
  open(item: Item): Promise<Head | undefined>;
  /** Stores a copy of an unreadable head. Returns its `seq`; `null` if there is no such head. */
  setAside(target: TargetId): Promise<number | null>;
  commit(head: Head): Promise<CommitResult>;
};

/** The maximum number of reads of a head that may be replaced between reading its item and its chunks. */
const mostReads = 4;

export function headStore(items: ItemStore): HeadStore {
  // The targets with chunks to clear. They are known, because a turn reads a head before it commits the next;
  // otherwise old chunks stay until the target needs chunks again.
  const chunked = new Set<TargetId>();

  const open = async (found: Item): Promise<Head | undefined> => {
    let item: Item | undefined = found;
    for (let read = 1; item !== undefined; read += 1) {
      const expected = findHeadChunks(item);
      if (expected === null) return readHead(item, [item]);
      const target = readTargetId(item);
      const chunks = await items.query(expected.range, 'newest');
      if (chunks.length === expected.count || read === mostReads) {
        chunked.add(target);
        return readHead(item, chunks);
      }
      item = await items.get(headKey(target));
    }
    return undefined;
  };

  /** Deletes the chunks of older heads. A concurrent read of an older head then reads the newest one. */
  const clearOlder = async ({ target, seq }: Head, isChunked: boolean): Promise<void> => {
    await items.deleteAll(await items.query(earlierHeadChunks(target, seq), 'settled'));
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
    const seq = readNumberAttribute(item, 'seq');
    if (seq === undefined || !Number.isSafeInteger(seq))
      throw new LedgerError(`the head of ${target} has no sequence number: restore the ledger from a backup`);
    const chunks = findHeadChunks(item);
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

/** A head as items. The chunks must be written before the item, which points to them. */
type HeadItems = { readonly item: Item; readonly chunks: readonly Item[] };

export function headItems(head: Head): HeadItems {
  const { target, seq } = head;
  const body = encodeHead(head);
  const parts = splitBody(body);
  const item: Item = { ...keyItem(headKey(target)), seq: { N: String(seq) } };
  if (parts.length === 1) return { item: { ...item, body: { B: body } }, chunks: [] };
  const digest = computeDigest(body).slice(0, 16);
  const chunks = parts.map((part, index) => ({
    ...keyItem(headChunkKey(target, seq, digest, index)),
    body: { B: part },
  }));
  return { item: { ...item, digest: { S: digest }, of: { N: String(chunks.length) } }, chunks };
}

/** Returns the keys and the number of the chunks of a head; `null` for a head that fits into its item. */
function findHeadChunks(item: Item): { readonly range: KeyRange; readonly count: number } | null {
  const count = readNumberAttribute(item, 'of');
  if (count === undefined) return null;
  return readHeadItem(item, () => ({
    range: headChunks(
      readTargetId(item),
      readNumberAttribute(item, 'seq') ?? 0,
      readTextAttribute(item, 'digest'),
    ),
    count,
  }));
}

/**
 * Reads a head, whose body is in `parts`: the chunks, or the item itself.
 * @throws LedgerError when the head cannot be read.
 */
function readHead(item: Item, parts: readonly Item[]): Head {
  return readHeadItem(item, () => {
    if (parts.length < (readNumberAttribute(item, 'of') ?? 1))
      throw new RangeError('some of its chunks are missing');
    const head = decodeHead(Buffer.concat(parts.map((part) => readBytesAttribute(part, 'body'))));
    if (head.target !== item['sk']?.S || head.seq !== readNumberAttribute(item, 'seq')) {
      throw new RangeError(`its body belongs to ${head.target} with seq ${head.seq}`);
    }
    return head;
  });
}

export const readTargetId = (item: Item): TargetId => TargetId.parse(readTextAttribute(item, 'sk'));

const readHeadItem = <T>(item: Item, read: () => T): T =>
  readItem(item, `the head of ${item['sk']?.S}`, `run \`spendwatch recover ${item['sk']?.S}\``, read);
