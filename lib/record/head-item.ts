import type { Head } from '../model/head.ts';
import { TargetId } from '../model/ids.ts';
import { bytesIn, type Item, keyItem, numberIn, partsOf, readItem, textIn } from './item.ts';
import { digestOf, headChunkKey, headChunks, headKey, type KeyRange } from './keys.ts';
import { decodeHead, encodeHead } from './packing/codec.ts';

/** Returns a head as items. The chunks must be written before the item that points to them. */
export type HeadItems = { readonly item: Item; readonly chunks: readonly Item[] };

export function headItems(head: Head): HeadItems {
  const { target, seq } = head;
  const body = encodeHead(head);
  const parts = partsOf(body);
  const item: Item = { ...keyItem(headKey(target)), seq: { N: String(seq) } };
  if (parts.length === 1) return { item: { ...item, body: { B: body } }, chunks: [] };
  const digest = digestOf(body).slice(0, 16);
  const chunks = parts.map((part, index) => ({
    ...keyItem(headChunkKey(target, seq, digest, index)),
    body: { B: part },
  }));
  return { item: { ...item, digest: { S: digest }, of: { N: String(chunks.length) } }, chunks };
}

/** Returns where the chunks of a head are, and how many; `null` for a head that fits into its item. */
export function chunksOf(item: Item): { readonly range: KeyRange; readonly count: number } | null {
  const count = numberIn(item, 'of');
  if (count === undefined) return null;
  return readHeadItem(item, () => ({
    range: headChunks(targetIn(item), numberIn(item, 'seq') ?? 0, textIn(item, 'digest')),
    count,
  }));
}

/**
 * Reads a head, whose body is in `parts`: the chunks, or the item itself.
 * @throws LedgerError when the head cannot be read.
 */
export function headOf(item: Item, parts: readonly Item[]): Head {
  return readHeadItem(item, () => {
    if (parts.length < (numberIn(item, 'of') ?? 1)) throw new RangeError('chunks of it are missing');
    const head = decodeHead(Buffer.concat(parts.map((part) => bytesIn(part, 'body'))));
    if (head.target !== item['sk']?.S || head.seq !== numberIn(item, 'seq')) {
      throw new RangeError(`its body belongs to ${head.target} with seq ${head.seq}`);
    }
    return head;
  });
}

export const targetIn = (item: Item): TargetId => TargetId.parse(textIn(item, 'sk'));

const readHeadItem = <T>(item: Item, read: () => T): T =>
  readItem(item, `the head of ${item['sk']?.S}`, `run \`spendwatch recover ${item['sk']?.S}\``, read);
