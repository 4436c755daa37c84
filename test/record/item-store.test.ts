import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { dynamoClient } from '../../lib/record/dynamo-client.ts';
import { type Item, keyItem } from '../../lib/record/item.ts';
import { itemStore } from '../../lib/record/item-store.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { answer, type Behaviour, rudeService } from '../support/rude-service.ts';

/** A store whose table is on a scripted server, and the operations that the server was asked for. */
async function storeOn(behave: Behaviour) {
  const { url, received } = await rudeService(behave);
  const client = dynamoClient({
    endpoint: url,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const operations = () => received.map(({ headers }) => String(headers['x-amz-target']).split('.')[1]);
  return { store: itemStore(client, 'ledger'), received, operations };
}

const item = (sk: string): Item => keyItem({ pk: 'project/lab', sk });

function refuse(response: ServerResponse, type: string, status = 400, message = 'no'): void {
  answer(response, status, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message });
}

it('a put whose reply was lost and whose repeat finds the item there counts as lost', async () => {
  const { store, operations } = await storeOn((response, _, nth) => {
    if (nth === 1) response.destroy();
    else refuse(response, 'ConditionalCheckFailedException');
  });
  expect(await store.putNext(item('a'), 2)).toBe('lost');
  expect(operations()).toEqual(['PutItem', 'PutItem']);
});

it('each item is put and deleted by a request of its own, since permission for a batch would permit deletions', async () => {
  const { store, received, operations } = await storeOn((response) => answer(response, 200, {}));
  await store.putAll([item('a'), item('b'), item('c')]);
  await store.deleteAll([item('a'), item('b')]);
  expect(operations()).toEqual(['PutItem', 'PutItem', 'PutItem', 'DeleteItem', 'DeleteItem']);
  expect(received.slice(0, 3).map(({ body }) => JSON.parse(body).Item.sk.S)).toEqual(['a', 'b', 'c']);
});

it('a throttled request is repeated', async () => {
  const { store, operations } = await storeOn((response, _, nth) => {
    if (nth === 1) refuse(response, 'ProvisionedThroughputExceededException');
    else answer(response, 200, { Item: item('a') });
  });
  expect(await store.get({ pk: 'project/lab', sk: 'a' })).toEqual(item('a'));
  expect(operations()).toEqual(['GetItem', 'GetItem']);
});

it('a server that keeps refusing ends in an error that names the operation and the reason', async () => {
  const { store, operations } = await storeOn((response) =>
    refuse(response, 'InternalServerError', 500, 'on fire'),
  );
  const error: unknown = await store.putAll([item('a'), item('b')]).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LedgerError);
  expect(String(error)).toContain('could not write 2 items in table "ledger": on fire');
  expect(error).toHaveProperty('cause.name', 'InternalServerError');
  // The other item may be under way when the first is given up.
  expect(operations().length).toBeLessThanOrEqual(6);
});

it('one item is put by one request, and no items by none', async () => {
  const { store, operations } = await storeOn((response) => answer(response, 200, {}));
  await store.putAll([]);
  await store.putAll([item('a')]);
  expect(operations()).toEqual(['PutItem']);
});

it('heads are read consistently, and history with cheaper eventual consistency', async () => {
  const { store, received } = await storeOn((response) => answer(response, 200, { Items: [] }));
  const range = { pk: 'project/lab', first: 'observed#1', last: 'observed#2' };
  await store.query(range, 'newest');
  await store.query(range, 'settled');
  await store.get({ pk: 'control', sk: 'caps' });
  expect(received.map(({ body }) => JSON.parse(body).ConsistentRead)).toEqual([true, false, true]);
});
