import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { Instant } from '../../model/time/time.ts';
import { itemStore } from '../../record/item-store.ts';

/**
 * Deletes expired items, which DynamoDB does by itself and the embedded server does not. It scans the whole table and
 * only saves space, since readers never get expired items: once a day is enough. Returns the number of items.
 */
export async function deleteExpired(client: DynamoDBClient, table: string, now: Instant): Promise<number> {
  const items = itemStore(client, table);
  const pages = paginateScan(
    { client },
    {
      TableName: table,
      FilterExpression: 'expires <= :now',
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1_000)) } },
      ProjectionExpression: 'pk, sk',
    },
  );
  let deleted = 0;
  for await (const { Items: expired = [] } of pages) {
    await items.deleteAll(expired);
    deleted += expired.length;
  }
  return deleted;
}
