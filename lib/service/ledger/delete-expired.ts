import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { Instant } from '../../model/time/time.ts';
import { itemStore } from '../../record/item-store.ts';

/**
 * Deletes what has expired, as DynamoDB does by itself and the embedded server does not. It reads the
 * whole table and only saves room, since no reader is given what has expired: once a day is plenty.
 * Returns how many items there were.
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
