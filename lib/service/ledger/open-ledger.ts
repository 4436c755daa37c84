import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SettingsError } from '../../config/settings/settings-error.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import { type Ledger, LedgerError } from '../../record/ledger.ts';
import { holdsLedger } from './check-ledger-files.ts';
import { clientOf, type EmbeddedLedger, startEmbeddedLedger } from './embedded-ledger.ts';
import { FolderInUseError } from './hold-directory.ts';
import { socketPath } from './socket-path.ts';

/** Where a ledger is: in a folder of this machine, or in a table on AWS. */
export type LedgerPlace =
  | { readonly kind: 'folder'; readonly data: string; readonly table: string }
  | {
      readonly kind: 'table';
      readonly table: string;
      /** Of the shared AWS configuration; without one the environment says where and who. */
      readonly profile?: string;
      readonly region?: string;
    };

/** Of a ledger, what only reads. */
export type LedgerReader = Pick<
  Ledger,
  'heads' | 'head' | 'observations' | 'samplings' | 'meters' | 'journal' | 'overrides' | 'control'
>;

export type LedgerWork<T> = {
  readonly place: LedgerPlace;
  /** Told of each head that cannot be read, and is left out; without it such a head fails the whole. */
  readonly onUnreadable?: (error: LedgerError) => void;
  readonly work: (ledger: Ledger) => Promise<T>;
};

/** How often work begins anew when the process that served the ledger ended in the middle of it. */
const mostTries = 5;
/** How long is waited for a process that has the folder and does not serve it: it is starting, or ending. */
const patience = { tries: 30, milliseconds: 100 } as const;
/** How long whoever must have the folder waits for a command that reads: a large ledger takes its time. */
const mostWaits = 600;

/**
 * Does work on a ledger, also on one that another process of this user has, such as `spendwatch run`: that one
 * serves it. Work may be done again from its beginning, so what it writes must be the same when written twice.
 * @throws SettingsError when there is no such ledger, or AWS does not let us in. @throws LedgerError
 */
export async function withLedger<T>({ place, onUnreadable, work }: LedgerWork<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const { client, close } = await opened(place);
    const { table } = place;
    try {
      return await work(dynamoLedger({ client, table, ...(onUnreadable && { onUnreadable }) }));
    } catch (error) {
      if (place.kind === 'table') throw refusal(error, place.table) ?? error;
      if (!isCutOff(error) || attempt === mostTries) throw error;
      await sleep(patience.milliseconds);
    } finally {
      await close();
    }
  }
}

/** Reads a ledger, wherever it is. @throws SettingsError @throws LedgerError */
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

/** As its holder, or by way of whoever is. */
async function openFolder({ data, table }: LedgerPlace & { kind: 'folder' }): Promise<Opened> {
  const folder = await stat(data).catch(() => null);
  // To open a folder without one would make a ledger in it.
  if (folder === null || !(await holdsLedger(data))) {
    const message = `names a folder without a ledger: ${resolve(data)}; \`spendwatch once\` makes one`;
    throw new SettingsError([{ variable: '--data', message }]);
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbeddedLedger({ path: data, table, hold: 'passes' });
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const served = await servedBy(data, folder.uid);
      if (served !== null) return served;
      if (attempt === patience.tries) throw error;
      await sleep(patience.milliseconds);
    }
  }
}

/**
 * Holds a folder until it is closed; a command that reads it is waited for.
 * @throws FolderInUseError at once when another process holds it like this. @throws LedgerError
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

/** The ledger as its holder serves it; `null` when nobody does, or somebody else than its owner. */
async function servedBy(data: string, owner: number): Promise<Opened | null> {
  const found = await stat(socketPath(data, 'ledger')).catch(() => null);
  const isTrusted = found !== null && [owner, process.getuid?.(), 0].includes(found.uid);
  return process.platform === 'win32' || isTrusted ? clientOnly(clientOf(data)) : null;
}

const cutOffs = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

/** Whether nobody answers any more where the ledger was served. */
function isCutOff(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && cutOffs.has(cause.code)) return true;
  }
  return false;
}

/** What AWS says of whoever asks; the rest is a failure of the ledger. */
const refusals: Readonly<Record<string, string>> = {
  ResourceNotFoundException: 'names no table in this account and region',
  AccessDeniedException: 'names a table that these credentials may not use',
  CredentialsProviderError: 'needs AWS credentials, and there are none that can be used',
  UnrecognizedClientException: 'needs AWS credentials, and AWS does not know those that there are',
  InvalidSignatureException: 'needs AWS credentials, and AWS does not take those that there are',
  ExpiredTokenException: 'needs AWS credentials, and those that there are have expired',
  TokenProviderError: 'needs AWS credentials, and the session has expired: sign in again',
};

function refusal(error: unknown, table: string): SettingsError | null {
  if (!(error instanceof LedgerError && error.cause instanceof Error)) return null;
  const { name, message } = error.cause;
  const because = /^Region is missing/.test(message)
    ? 'needs a region: --region or AWS_REGION'
    : refusals[name];
  if (because === undefined) return null;
  const told = because === refusals[name] ? ` (${message})` : '';
  return new SettingsError([{ variable: `--table ${table}`, message: `${because}${told}` }], {
    cause: error,
  });
}
