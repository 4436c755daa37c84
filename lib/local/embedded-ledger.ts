import { once } from 'node:events';
import type { Server } from 'node:http';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { dynamoClient } from '../record/dynamo-client.ts';
import { createTable } from '../record/table.ts';
import { holdDirectory } from './hold-directory.ts';

export type EmbeddedLedgerOptions = {
  /** The directory of the data; without it they live as long as the server. */
  readonly path?: string;
  /** A table to make if it is not there. */
  readonly table?: string;
};

export type EmbeddedLedger = {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  close(): Promise<void>;
};

/**
 * Serves DynamoDB's protocol on this machine, on a port of its own choosing.
 * @throws Error when another process has the data.
 */
export async function startEmbeddedLedger({
  path,
  table,
}: EmbeddedLedgerOptions = {}): Promise<EmbeddedLedger> {
  const release = path === undefined ? undefined : await holdDirectory(path);
  const server = dynalite({ createTableMs: 0, ...(path !== undefined && { path }) });
  // dynalite throws out of the event loop when a client hangs up in the middle of a request, which
  // would be the end of the process. There is nothing to do about one that hung up.
  server.on('request', (request) => request.removeAllListeners('error'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = endpointOf(server);
  // Any credentials will do here, but without some the SDK sends nothing.
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = dynamoClient({ endpoint, region: 'local', credentials });
  const close = async () => {
    client.destroy();
    await closeServer(server);
    await release?.();
  };
  try {
    if (table !== undefined) await createTable(client, table);
  } catch (error) {
    await close();
    throw error;
  }
  return { endpoint, client, close };
}

function endpointOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`not listening on a port: ${address}`);
  return `http://127.0.0.1:${address.port}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
