import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe } from 'vitest';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { createTable } from '../../lib/record/table.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { ledgerControlSuite } from '../suites/ledger-control-suite.ts';
import { ledgerHeadSuite } from '../suites/ledger-head-suite.ts';
import { ledgerOverrideSuite } from '../suites/ledger-override-suite.ts';
import { readLate } from '../support/clouds/late-reads.ts';

let clients: readonly DynamoDBClient[] = [];
let tables = 0;

beforeAll(async () => {
  const [newest, replica] = await Promise.all([startEmbeddedLedger(), startEmbeddedLedger()]);
  clients = [newest.client, replica.client];
  readLate(newest.client, replica.client);
  return () => Promise.all([newest.close(), replica.close()]);
});

async function open(): Promise<Ledger> {
  const [client] = clients;
  if (client === undefined) throw new Error('the servers are there for tests only');
  tables += 1;
  const table = `ledger-${tables}`;
  await Promise.all(clients.map((each) => createTable(each, table)));
  return dynamoLedger({ client, table });
}

// What decisions rest on is read consistently, never from a replica that is one write behind. History may be read late.
describe('invariants 6, 8 and 10: a ledger whose eventually consistent reads are one write late', () => {
  ledgerHeadSuite(open);
  ledgerControlSuite(open);
  ledgerOverrideSuite(open);
});
