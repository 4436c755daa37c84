import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type SettingsError, wrongSetting } from '../../config/settings/settings-error.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import { type Ledger, LedgerError } from '../../record/ledger.ts';
import { holdsLedger } from './check-ledger-files.ts';
import { createLedgerClient, type EmbeddedLedger, startEmbeddedLedger } from './embedded-ledger.ts';
import { FolderInUseError } from './hold-directory.ts';
import { socketPath } from './socket-path.ts';

/** The place of a ledger: a folder of this machine, or a table on AWS. */
export type LedgerPlace =
  | { readonly kind: 'folder'; readonly data: string; readonly table: string }
  | {
      readonly kind: 'table';
      readonly table: string;
      /** A profile of the shared AWS configuration; without one the environment applies. */
      readonly profile?: string;
      readonly region?: string;
    };

/** The read-only part of a ledger. */
export type LedgerReader = Pick<
  Ledger,
  'heads' | 'head' | 'observations' | 'samplings' | 'use' | 'meters' | 'journal' | 'overrides' | 'control'
>;

export type LedgerWork<T> = {
  readonly place: LedgerPlace;
  /** Called for each head that cannot be read and is left out; without it such a head is an error. */
  readonly onUnreadable?: (error: LedgerError) => void;
  readonly work: (ledger: Ledger) => Promise<T>;
};

/** The maximum number of attempts if the process that serves the ledger ends meanwhile, as short commands do. */
const mostTries = 20;
/** The wait for a process that holds the folder without serving it, because it is starting or ending. */
const patience = { tries: 30, milliseconds: 100 } as const;
/** The maximum number of waits for a command that reads the folder, which takes a while for a large ledger. */
const mostWaits = 600;

/**
 * Runs work on a ledger, even if another process of this user holds and serves it, such as `spendwatch run`. The work may be
 * repeated from its start, so its writes must be idempotent.
 * @throws SettingsError when there is no such ledger, or AWS denies access. @throws LedgerError
 */
export async function withLedger<T>({ place, onUnreadable, work }: LedgerWork<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const { client, close } = await opened(place);
    const { table } = place;
    try {
      return await work(dynamoLedger({ client, table, ...(onUnreadable && { onUnreadable }) }));
    } catch (error) {
      if (place.kind === 'table') throw refusal(error, place.table) ?? error;
      if (!isHolderGone(error) || attempt === mostTries) throw error;
      await sleep(patience.milliseconds);
    } finally {
      await close();
    }
  }
}

/** Reads a ledger in a folder or a table. @throws SettingsError @throws LedgerError */
export const readLedger = <T>(
  place: LedgerPlace,
  read: (ledger: LedgerReader) => Promise<T>,
  onUnreadable?: LedgerWork<T>['onUnreadable'],
): Promise<T> => withLedger({ place, work: read, ...(onUnreadable && { onUnreadable }) });

type Opened = { readonly client: DynamoDBClient; close(): Promise<void> };

async function opened(place: LedgerPlace): Promise<Opened> {
  if (place.kind === 'folder') return openFolder(place);
  const { profile, region } = place;
  return clientOnly(dynamoClient({ ...(profile && { profile }), ...(region && { region }) }));
}

const clientOnly = (client: DynamoDBClient): Opened => ({ client, close: async () => client.destroy() });

/** Opens a folder as its holder, or through the process that holds it. */
async function openFolder({ data, table }: LedgerPlace & { kind: 'folder' }): Promise<Opened> {
  const folder = await stat(data).catch(() => null);
  // Opening a folder without a ledger would create one.
  if (folder === null || !(await holdsLedger(data))) {
    const message = `names a folder without a ledger: ${resolve(data)}; \`spendwatch once\` creates one`;
    throw wrongSetting('--data', message);
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbeddedLedger({ path: data, table, hold: 'passes' });
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const served = await openServedLedger(data, folder.uid);
      if (served !== null) return served;
      if (attempt === patience.tries) throw error;
      await sleep(patience.milliseconds);
    }
  }
}

/**
 * Holds a folder until it is closed, after waiting for commands that read it.
 * @throws FolderInUseError at once when another process holds it in the same way. @throws LedgerError
 */
export async function holdLedger(data: string, table: string): Promise<EmbeddedLedger> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbeddedLedger({ path: data, table });
    } catch (error) {
      const isPassing = error instanceof FolderInUseError && error.by === 'passes';
      if (!isPassing || attempt === mostWaits) throw error;
      await sleep(patience.milliseconds);
    }
  }
}

/** Returns the ledger that its holder serves; `null` if nobody does, or its socket belongs to an untrusted user. */
async function openServedLedger(data: string, owner: number): Promise<Opened | null> {
  const socket = await stat(socketPath(data, 'ledger')).catch(() => null);
  const isTrusted = socket !== null && [owner, process.getuid?.(), 0].includes(socket.uid);
  return process.platform === 'win32' || isTrusted ? clientOnly(createLedgerClient(data)) : null;
}

const cutOffs = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

/** True if an error shows that the process that served the ledger is gone. */
function isHolderGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && cutOffs.has(cause.code)) return true;
  }
  return false;
}

/** Errors of AWS about credentials and permissions; others are failures of the ledger. */
const refusals: Readonly<Record<string, string>> = {
  ResourceNotFoundException: 'names no table in this account and region',
  AccessDeniedException: 'names a table that these credentials have no access to',
  CredentialsProviderError: 'needs AWS credentials, and none were found',
  UnrecognizedClientException: 'needs AWS credentials, and AWS does not recognize the given ones',
  InvalidSignatureException: 'needs AWS credentials, and AWS rejected the given ones',
  ExpiredTokenException: 'needs AWS credentials, and the given ones have expired',
  TokenProviderError: 'needs AWS credentials, and the session has expired: sign in again',
};

function refusal(error: unknown, table: string): SettingsError | null {
  if (!(error instanceof LedgerError && error.cause instanceof Error)) return null;
  const { name, message } = error.cause;
  const because = /^Region is missing/.test(message)
    ? 'needs a region: --region or AWS_REGION'
    : refusals[name];
  if (because === undefined) return null;
  const detail = because === refusals[name] ? ` (${message})` : '';
  return wrongSetting(`--table ${table}`, `${because}${detail}`, {
    cause: error,
  });
}
