import type {
  DeleteItemCommandInput,
  GetItemCommandInput,
  PutItemCommandInput,
  QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { type Item, keyItem } from './item.ts';
import type { Key, KeyRange } from './keys.ts';

/** Returns the request that puts an item if the stored one has the previous `seq`; for `seq` 1, if none is stored. */
export function putNext(table: string, item: Item, seq: number): PutItemCommandInput {
  if (seq === 1) return { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    TableName: table,
    Item: item,
    ConditionExpression: 'seq = :previous',
    ExpressionAttributeValues: { ':previous': { N: String(seq - 1) } },
  };
}

export const put = (table: string, item: Item): PutItemCommandInput => ({ TableName: table, Item: item });

/** Returns the request for the newest version of an item, with a consistent read. */
export const get = (table: string, key: Key): GetItemCommandInput => ({
  TableName: table,
  Key: keyItem(key),
  ConsistentRead: true,
});

/** The consistency of a read; consistent reads cost twice as much. */
export type Freshness = 'newest' | 'settled';

/** Returns the request for a page of a range, in the order of the keys. */
export const query = (
  table: string,
  { pk, first, last }: KeyRange,
  freshness: Freshness,
  after?: Item,
): QueryCommandInput => ({
  TableName: table,
  ConsistentRead: freshness === 'newest',
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':pk': { S: pk }, ':first': { S: first }, ':last': { S: last } },
  ...(after && { ExclusiveStartKey: after }),
});

export const remove = (table: string, key: Item): DeleteItemCommandInput => ({ TableName: table, Key: key });
