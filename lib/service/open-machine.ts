import type { Settings } from '../config/settings/settings.ts';
import type { KeyReaders } from '../jobs/api-key.ts';
import { openSignals } from '../jobs/open-signals.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import { askUntil } from '../jobs/time-limit.ts';
import type { Notifier } from '../notify/notifier.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import type { Ledger } from '../record/ledger.ts';
import type { Policy } from '../state/policy.ts';
import { awsCredentials } from './aws-credentials.ts';
import { deleteExpired } from './ledger/delete-expired.ts';
import { holdLedger } from './ledger/open-ledger.ts';
import type { SourcedPolicy } from './live-policy.ts';
import { onePass, type Pass } from './one-pass.ts';
import { openCloud } from './open-cloud.ts';

export type MachineOptions = {
  readonly clock: Clock;
  readonly settings: Settings;
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

/** Opens the ledger and the connections to the cloud. @throws FolderInUseError @throws ApiKeyError */
export async function openMachine({
  clock,
  settings,
  keyReaders,
  data,
  log,
  notifiers,
}: MachineOptions): Promise<Machine> {
  const { table, intervals } = settings;
  const asked = { settings, keyReaders, clock, log };
  const viewer = openCloud({ ...asked, source: settings.key });
  const editor = settings.actionKey && openCloud({ ...asked, source: settings.actionKey });
  // A missing key is reported before anything is written. Without the key for actions, it monitors and reports that.
  await viewer.check();
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
      const connections = [viewer.forPass()];
      const actingConnections = editor === null ? connections : [editor.forPass()];
      const sweep = () => deleteExpired(client, table, clock.now());
      const opened = notifiers(policy);
      return onePass(
        { clock, connections, actingConnections, ledger, log, notifiers: opened, sweep, signals },
        { policy, text, fault, intervals, until: askUntil(intervals.pollEvery) },
      );
    },
    close: async ({ waits } = { waits: true }) => {
      const closing = Promise.all([viewer.close(), editor?.close()]);
      if (waits) await closing;
      await embedded.close();
    },
  };
}
