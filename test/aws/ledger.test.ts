import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { dynamoClient } from '../../lib/record/dynamo-client.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { createTable } from '../../lib/record/table.ts';
import { ledgerSuite } from '../suites/ledger-suite.ts';
import { hasJava, startDynamoLocal } from './dynamo-local.ts';
import { hasMoto, startMoto } from './moto.ts';

type Server = { readonly url: string; close(): Promise<void> };

/**
 * Sends one request after another: moto looks at the condition of a write and writes in two steps, so that of two writes
 * at once it may take both.
 */
function oneByOne(client: DynamoDBClient): DynamoDBClient {
  let last: Promise<unknown> = Promise.resolve();
  client.middlewareStack.add(
    (next) => (request) => {
      const reply = last.then(() => next(request));
      last = reply.catch(() => undefined);
      return reply;
    },
    { step: 'finalizeRequest' },
  );
  return client;
}

/** Runs the suite of every ledger on a server of DynamoDB's protocol, each test with a table of its own. */
function heldToTheSuite(
  name: string,
  start: () => Promise<Server>,
  made: (client: DynamoDBClient) => DynamoDBClient = (client) => client,
): void {
  let server: Server;
  let tables = 0;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.close());
  ledgerSuite(name, async () => {
    const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
    const client = made(dynamoClient({ endpoint: server.url, region: 'eu-west-1', credentials }));
    tables += 1;
    const table = `ledger-${tables}`;
    await createTable(client, table);
    return { ledger: dynamoLedger({ client, table }) };
  });
}

describe.skipIf(!hasMoto)('moto (skipped where Python has no moto[server])', () => {
  heldToTheSuite('a ledger in moto', startMoto, oneByOne);
});

describe.skipIf(!hasJava)('DynamoDB Local (skipped where there is no Java 17)', () => {
  heldToTheSuite('a ledger in Amazon’s DynamoDB Local', startDynamoLocal);
});
