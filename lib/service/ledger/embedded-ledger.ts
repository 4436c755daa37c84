import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import database from 'dynalite/db/index.js';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { createTable } from '../../record/table.ts';
import { checkLedgerFiles } from './check-ledger-files.ts';
import { type Hold, holdDirectory } from './hold-directory.ts';
import { socketPath } from './socket-path.ts';

export type EmbeddedLedgerOptions = {
  /** The directory of the data. Default: none, the data exist as long as the server. */
  readonly path?: string;
  /** A table to create if it does not exist. */
  readonly table?: string;
  /** How long the directory is held, as other processes see it. */
  readonly hold?: Hold;
};

export type EmbeddedLedger = {
  /** The address; for a directory only a name, because its data are reached over a socket. */
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  close(): Promise<void>;
};

/** Placeholder credentials: the server does not check them, but the SDK requires some. */
const unchecked = {
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;

/** Returns a client of the ledger that a process of this user serves from a directory. */
export const createLedgerClient = (path: string): DynamoDBClient =>
  dynamoClient({ ...unchecked, endpoint: 'http://localhost', socketPath: socketPath(path, 'ledger') });

/**
 * Serves DynamoDB's protocol on this machine. The data of a directory are served over a socket in it, which only its
 * owner can open, so that the owner's other processes can use them; other data are served on a free port.
 * @throws FolderInUseError when another process holds the directory. @throws LedgerError when it cannot be used.
 */
export async function startEmbeddedLedger({
  path,
  table,
  hold = 'stays',
}: EmbeddedLedgerOptions = {}): Promise<EmbeddedLedger> {
  const release = path === undefined ? undefined : await holdWhole(path, hold);
  const { server, endReads } = serving({ createTableMs: 0, ...(path !== undefined && { path }) });
  // dynalite throws out of the event loop when a client disconnects during a request, which would end the process.
  server.on('request', (request) => request.removeAllListeners('error'));
  const responses = new Set<ServerResponse>();
  server.on('request', (_, response) => {
    for (const known of responses) if (known.writableEnded) responses.delete(known);
    responses.add(response);
  });
  const endpoint = await listening(server, path).catch(async (error: unknown) => {
    await release?.();
    throw error;
  });
  const client = path === undefined ? dynamoClient({ ...unchecked, endpoint }) : createLedgerClient(path);
  const close = async () => {
    client.destroy();
    await closeServer(server, responses, endReads);
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

/** Holds a directory after checking its data. */
async function holdWhole(path: string, hold: Hold): Promise<() => Promise<void>> {
  const release = await holdDirectory(path, hold);
  try {
    await checkLedgerFiles(path);
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

const listening = (server: Server, path: string | undefined): Promise<string> =>
  path === undefined ? onPort(server) : onSocket(server, path);

async function onPort(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`not listening on a port: ${address}`);
  return `http://127.0.0.1:${address.port}`;
}

async function onSocket(server: Server, path: string): Promise<string> {
  const socket = socketPath(path, 'ledger');
  // A leftover socket is stale, because this process holds the directory.
  if (process.platform !== 'win32') await rm(socket, { force: true });
  // The socket is created with its permissions, so that no other user can connect in between.
  const usual = process.umask(0o177);
  try {
    server.listen(socket);
  } finally {
    process.umask(usual);
  }
  await once(server, 'listening');
  return 'http://localhost';
}

/** The server of dynalite; `endReads` ends the reads of its database that are open, and those that begin later. */
type Serving = { readonly server: Server; endReads(): Promise<void> };

/**
 * Creates the server. A read continues when nobody waits for its response any more, and throws out of the event loop if the
 * database is closed meanwhile; dynalite itself cannot end it.
 */
function serving(options: Parameters<typeof dynalite>[0]): Serving {
  const reads = new Set<Readable>();
  let isEnding = false;
  const { create } = database;
  database.create = (given) => {
    const store = create(given);
    const { createValueStream } = store.db;
    store.db.createValueStream = (range) => {
      if (isEnding) return new Readable({ read: () => {} });
      const read = createValueStream(range);
      reads.add(read);
      return read.once('close', () => reads.delete(read));
    };
    return store;
  };
  try {
    return { server: dynalite(options), endReads };
  } finally {
    database.create = create;
  }
  async function endReads(): Promise<void> {
    isEnding = true;
    await Promise.all([...reads].map((read) => once(read.destroy(), 'close')));
  }
}

/** The longest wait for pending responses at the end, enough for a busy machine. */
const finishWithin = { tries: 1_000, milliseconds: 10 } as const;

/**
 * Closes the server after all pending responses, including those to clients that disconnected. Dynalite continues with them,
 * but closes the database as soon as nobody is connected, and then throws; so it is closed last, after the reads were ended.
 */
async function closeServer(
  server: Server,
  responses: ReadonlySet<ServerResponse>,
  endReads: Serving['endReads'],
): Promise<void> {
  await untilAnswered(responses);
  await endReads();
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
  server.closeAllConnections();
  await closed;
}

/** Waits for pending responses, except to requests whose client disconnected before they were read completely. */
async function untilAnswered(responses: ReadonlySet<ServerResponse>): Promise<void> {
  const isPending = ({ writableEnded, req }: ServerResponse) =>
    !writableEnded && (req.readableEnded || !req.destroyed);
  for (let attempt = 0; [...responses].some(isPending) && attempt < finishWithin.tries; attempt += 1)
    await sleep(finishWithin.milliseconds);
  // Dynalite reads a little further than the last response needed.
  await sleep(finishWithin.milliseconds);
}
