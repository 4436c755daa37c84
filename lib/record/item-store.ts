import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { type Item, keyOf } from './item.ts';
import type { Key, KeyRange } from './keys.ts';
import { type Committed, LedgerError } from './ledger.ts';
import * as requests from './requests.ts';

/** Requests in flight for one list of items. A batch in their place could not be allowed without deletions. */
const atOnce = 16;

/** One table's items, as the ledger asks for them. Whatever fails is a `LedgerError`. */
export type ItemStore = {
  get(key: Key): Promise<Item | undefined>;
  /** All items of a range, over as many pages as there are. */
  query(range: KeyRange, freshness: requests.Freshness): Promise<readonly Item[]>;
  /** Puts an item if the stored one has the `seq` before its own; none at all for 1. */
  putNext(item: Item, seq: number): Promise<Committed>;
  /** Puts items, in no order. When it fails, some may have been written. */
  putAll(items: readonly Item[]): Promise<void>;
  deleteAll(items: readonly Item[]): Promise<void>;
};

export function itemStore(client: DynamoDBClient, table: string): ItemStore {
  const put = async (item: Item): Promise<void> => {
    await client.send(new PutItemCommand(requests.put(table, item)));
  };
  return {
    get: (key) =>
      explain(table, `read ${key.sk}`, async () => {
        const { Item: item } = await client.send(new GetItemCommand(requests.get(table, key)));
        return item;
      }),
    query: (range, freshness) =>
      explain(table, `read ${range.pk} from ${range.first}`, async () => {
        const items: Item[] = [];
        let after: Item | undefined;
        do {
          const page = await client.send(new QueryCommand(requests.query(table, range, freshness, after)));
          items.push(...(page.Items ?? []));
          after = page.LastEvaluatedKey;
        } while (after);
        return items;
      }),
    putNext: (item, seq) =>
      explain(table, `commit ${item['sk']?.S}`, async () => {
        try {
          await client.send(new PutItemCommand(requests.putNext(table, item, seq)));
          return 'committed';
        } catch (error) {
          // The SDK repeats a put whose answer was lost, and the repeat finds the put itself there. That
          // reads as a loss too, and costs its caller a turn; to take it for a win could act twice.
          if (error instanceof ConditionalCheckFailedException) return 'lost';
          throw error;
        }
      }),
    putAll: (items) =>
      explain(table, `write ${items.length} items`, async () => {
        await forEach(items, put);
      }),
    deleteAll: (items) =>
      explain(table, `delete ${items.length} items`, async () => {
        const remove = (item: Item) =>
          client.send(new DeleteItemCommand(requests.remove(table, keyOf(item))));
        await forEach(items, remove);
      }),
  };
}

async function forEach(items: readonly Item[], send: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce)
    await Promise.all(items.slice(start, start + atOnce).map(send));
}

async function explain<T>(table: string, what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw new LedgerError(`could not ${what} in table "${table}": ${because}`, { cause: error });
  }
}
