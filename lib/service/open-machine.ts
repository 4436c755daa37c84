import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { ConnectedSettings } from '../config/settings/settings.ts';
import { ApiKeyError, type KeyReaders } from '../jobs/api-key.ts';
import { type OpenConnection, openConnection } from '../jobs/open-connection.ts';
import { openSignals } from '../jobs/open-signals.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import { createAskSignal } from '../jobs/time-limit.ts';
import type { Instant } from '../model/time/time.ts';
import type { Notifier } from '../notify/notifier.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import { itemStore } from '../record/item-store.ts';
import type { Ledger } from '../record/ledger.ts';
import type { Policy } from '../state/policy.ts';
import { awsCredentials } from './aws-credentials.ts';
import { holdLedger } from './ledger/open-ledger.ts';
import type { SourcedPolicy } from './live-policy.ts';
import { onePass, type Pass } from './one-pass.ts';

export type MachineOptions = {
  readonly clock: Clock;
  readonly settings: ConnectedSettings;
  readonly keyReaders: KeyReaders;
  /** The folder of the ledger, which one process holds at a time. */
  readonly data: string;
  readonly log: Log;
  /** Returns the notifiers for a policy. */
  readonly notifiers: (policy: Policy) => readonly Notifier[];
};

/** Both jobs with a ledger on the disk of this machine. */
export type Machine = {
  /** The ledger, for readers during passes. */
  readonly ledger: Ledger;
  /** @throws ApiKeyError @throws LedgerError */
  pass(policy: SourcedPolicy): Promise<Pass>;
  /** Closes the machine, after waiting for pending replies of the cloud unless `waits` is false. A current pass fails. */
  close(options?: { readonly waits: boolean }): Promise<void>;
};

/** Opens the ledger and the connections. @throws FolderInUseError @throws ApiKeyError */
export async function openMachine({
  clock,
  settings,
  keyReaders,
  data,
  log,
  notifiers,
}: MachineOptions): Promise<Machine> {
  const { table, intervals, connections } = settings;
  const opening = { clock, log, readers: keyReaders };
  const opened = connections.map((connection) => ({
    viewer: openConnection(connection, connection.key, opening),
    editor: connection.actionKey && openConnection(connection, connection.actionKey, opening),
  }));
  // A missing key is reported before anything is written. Without the key for actions, it monitors and reports that.
  await checkKeys(
    opened.map(({ viewer }) => viewer),
    log,
  );
  const embedded = await holdLedger(data, table);
  const { client } = embedded;
  const onUnreadable = ({ message }: Error) => log('head-unreadable', { because: message });
  const ledger = dynamoLedger({ client, table, onUnreadable });
  const signals = openSignals(settings, {
    ledger,
    clock,
    readers: keyReaders,
    credentials: awsCredentials,
  });
  return {
    ledger,
    pass: async ({ policy, text, fault }) => {
      const passing = opened.map(({ viewer, editor }) => {
        const watching = viewer.forRun();
        return { watching, acting: editor?.forRun() ?? watching };
      });
      const sweep = () => deleteExpired(client, table, clock.now());
      return onePass(
        {
          connections: passing.map(({ watching }) => watching),
          actingConnections: passing.map(({ acting }) => acting),
          ...{ clock, ledger, log, notifiers: notifiers(policy), sweep, signals },
        },
        { policy, text, fault, intervals, until: createAskSignal(intervals.pollEvery) },
      );
    },
    close: async ({ waits } = { waits: true }) => {
      const closing = Promise.all(opened.flatMap(({ viewer, editor }) => [viewer.close(), editor?.close()]));
      if (waits) await closing;
      await embedded.close();
    },
  };
}

/**
 * Checks that at least one key can be read. The others are logged: their connections count as blind, and the rest is
 * watched. @throws ApiKeyError when no key can be read.
 */
async function checkKeys(viewers: readonly OpenConnection[], log: Log): Promise<void> {
  const checked = await Promise.allSettled(viewers.map(({ check }) => check()));
  const faults = checked.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const fault of faults) {
    if (faults.length === viewers.length || !(fault instanceof ApiKeyError)) throw fault;
    log('key-lost', { because: fault.message });
  }
}

/**
 * Deletes expired items, which DynamoDB does by itself and the embedded server does not. It scans the whole table and
 * only saves space, since readers never get expired items: once a day is enough. Returns the number of items.
 */
export async function deleteExpired(client: DynamoDBClient, table: string, now: Instant): Promise<number> {
  const items = itemStore(client, table);
  const pages = paginateScan(
    { client },
    {
      TableName: table,
      FilterExpression: 'expires <= :now',
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1_000)) } },
      ProjectionExpression: 'pk, sk',
    },
  );
  let deleted = 0;
  for await (const { Items: expired = [] } of pages) {
    await items.deleteAll(expired);
    deleted += expired.length;
  }
  return deleted;
}
