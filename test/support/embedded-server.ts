import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { createTable } from '../../lib/record/table.ts';
import { type EmbeddedLedger, startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';

export type EmptyTable = { readonly client: DynamoDBClient; readonly table: string };

/** Runs one embedded server for the tests of a file; each call of the returned function makes a table in it. */
export function embeddedServer(): () => Promise<EmptyTable> {
  let server: EmbeddedLedger | undefined;
  let tables = 0;
  beforeAll(async () => {
    server = await startEmbeddedLedger();
  });
  afterAll(() => server?.close());
  return async () => {
    if (server === undefined) throw new Error('the server is there for tests only');
    tables += 1;
    const table = `ledger-${tables}`;
    await createTable(server.client, table);
    return { client: server.client, table };
  };
}
