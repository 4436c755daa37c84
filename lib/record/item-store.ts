import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { getItemKey, type Item } from './item.ts';
import type { Key, KeyRange } from './keys.ts';
import { type CommitResult, LedgerError } from './ledger.ts';
import * as requests from './requests.ts';

/** The number of concurrent requests for one list of items. A batch write would require permission to delete. */
const atOnce = 16;

/** Access to the items of one table. Every failure is a `LedgerError`. */
export type ItemStore = {
  get(key: Key): Promise<Item | undefined>;
  /** Returns all items of a range, over all pages. */
  query(range: KeyRange, freshness: requests.Freshness): Promise<readonly Item[]>;
  /** Puts an item if the stored one has the previous `seq`; for `seq` 1, if none is stored. */
  putNext(item: Item, seq: number): Promise<CommitResult>;
  /** Puts items in any order. On failure, some may have been written. */
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
          // The SDK retries a put whose reply was lost, and the retry finds the first put. That reads as
          // `lost` too, and costs the caller a turn; taking it for success could repeat an action.
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
          client.send(new DeleteItemCommand(requests.remove(table, getItemKey(item))));
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
