import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { LedgerError } from './ledger.ts';

/** The properties of a ledger's table: string keys, and the attribute of its time to live. It is billed per request. */
export const tableDefinition = { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expires' } as const;

/**
 * Creates the table if there is none, and waits until it is ready. It is used for local servers; on AWS, the stack
 * creates the table.
 * @throws LedgerError also when a table of that name is not a ledger.
 */
export async function createTable(client: DynamoDBClient, table: string): Promise<void> {
  try {
    await createIfMissing(client, table);
    await waitUntilTableExists(
      { client, minDelay: 0.05, maxDelay: 2, maxWaitTime: 60 },
      { TableName: table },
    );
    await checkKeys(client, table);
    await expireItems(client, table);
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    const because = error instanceof Error ? error.message : String(error);
    throw new LedgerError(`could not create table "${table}": ${because}`, { cause: error });
  }
}

const { partitionKey, sortKey, timeToLive } = tableDefinition;

export const tableInput = (table: string): CreateTableCommandInput => ({
  TableName: table,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: partitionKey, AttributeType: 'S' },
    { AttributeName: sortKey, AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ],
});

async function createIfMissing(client: DynamoDBClient, table: string): Promise<void> {
  try {
    await client.send(new CreateTableCommand(tableInput(table)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

async function checkKeys(client: DynamoDBClient, table: string): Promise<void> {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName: table }));
  const keys = (description?.KeySchema ?? []).map((key) => key.AttributeName);
  if (keys.join() === `${partitionKey},${sortKey}`) return;
  throw new LedgerError(
    `table "${table}" already exists and is not a ledger: its keys are ${keys.join(', ')}. Choose another name.`,
  );
}

/** Enables time to live. A server that does not support it keeps everything, which only takes space. */
async function expireItems(client: DynamoDBClient, table: string): Promise<void> {
  const { TimeToLiveDescription: description } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: table }),
  );
  if (description?.TimeToLiveStatus === 'ENABLED' || description?.TimeToLiveStatus === 'ENABLING') return;
  const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
  try {
    await client.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'UnknownOperationException')) throw error;
  }
}
