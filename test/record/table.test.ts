import {
  CreateTableCommand,
  DescribeTableCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { keyItem } from '../../lib/record/item.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { createTable } from '../../lib/record/table.ts';
import { embeddedServer } from '../support/embedded-server.ts';

const emptyTable = embeddedServer();

it('a table has a partition and a sort key of text, and on-demand billing', async () => {
  const { client, table } = await emptyTable();
  const { Table: made } = await client.send(new DescribeTableCommand({ TableName: table }));
  expect(made).toMatchObject({
    TableStatus: 'ACTIVE',
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
});

it('creating a table that already exists does not change it', async () => {
  const { client, table } = await emptyTable();
  const item = keyItem({ pk: 'control', sk: 'caps' });
  await client.send(new PutItemCommand({ TableName: table, Item: item }));
  await createTable(client, table);
  const { Items: items } = await client.send(new ScanCommand({ TableName: table }));
  expect(items).toEqual([item]);
});

it('a table with another key schema is refused by name', async () => {
  const { client } = await emptyTable();
  const id = 'id';
  await client.send(
    new CreateTableCommand({
      TableName: 'users',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: id, AttributeType: 'S' }],
      KeySchema: [{ AttributeName: id, KeyType: 'HASH' }],
    }),
  );
  await expect(createTable(client, 'users')).rejects.toThrow(
    'table "users" already exists and is not a ledger',
  );
});

it('an invalid table name is a ledger error', async () => {
  const { client } = await emptyTable();
  await expect(createTable(client, 'no/name')).rejects.toThrow(LedgerError);
});
