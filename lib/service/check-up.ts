import type { ReplyNote } from '../clouds/http/reply-note.ts';
import { openCloud } from '../clouds/open.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { ConnectionSettings } from '../config/settings/connections.ts';
import type { ConnectedSettings } from '../config/settings/settings.ts';
import { ApiKeyError, apiKey, type KeyReaders } from '../jobs/api-key.ts';
import { type Diagnosis, diagnose } from '../jobs/doctor/diagnose.ts';
import { examine } from '../jobs/doctor/examine.ts';
import { keyMissing, together } from '../jobs/doctor/several-connections.ts';
import type { CheckOrder } from '../jobs/doctor/survey-targets.ts';
import { heldKey } from '../jobs/open-connection.ts';
import { openSignals } from '../jobs/open-signals.ts';
import type { Clock } from '../jobs/ports.ts';
import type { Push } from '../model/facts/push.ts';
import type { Instant } from '../model/time/time.ts';
import { SignalError } from '../observe/signals/signals.ts';
import { awsCredentials } from './aws-credentials.ts';
import { deploymentFacts } from './deployment-facts.ts';
import { type LedgerPlace, withLedger } from './ledger/open-ledger.ts';

type Asked = Pick<CheckOrder, 'projects' | 'sample'> & {
  readonly clock: Clock;
  readonly settings: ConnectedSettings;
  readonly keyReaders: KeyReaders;
  /** The ledger with the pushes of VMs; it need not exist. */
  readonly ledger: LedgerPlace;
  /** The text of the policy file. */
  readonly policy: string;
};

/**
 * Checks what can be monitored with the settings and the policy, one connection after the other, and changes nothing.
 * @throws PolicyError @throws ApiKeyError if the key of the only connection cannot be read.
 */
export async function checkUp(input: Asked): Promise<Diagnosis> {
  const { connections } = input.settings;
  const checks = connections.map(async (connection) => {
    try {
      return { connection: connection.name, diagnosis: await checkConnection(input, connection) };
    } catch (error) {
      if (!(error instanceof ApiKeyError) || connections.length === 1) throw error;
      return { connection: connection.name, diagnosis: keyMissing(error.message) };
    }
  });
  return together(await Promise.all(checks));
}

async function checkConnection(
  { clock, settings, keyReaders, policy: text, ledger, projects, sample }: Asked,
  { name, cloud, address, key: source, actionKey, ...paces }: ConnectionSettings,
): Promise<Diagnosis> {
  const policy = readPolicy(text, settings.policy);
  const actKeyFault = await heldKey(apiKey(actionKey ?? source, clock, keyReaders)).fault();
  const { intervals, pollInterval: every } = settings;
  const { requestsPerMinute, requestsInFlight: inFlight } = paces;
  const signals = openSignals(settings, {
    ledger: { pushes: (from, until) => readPushes(ledger, from, until) },
    clock,
    readers: keyReaders,
    credentials: awsCredentials,
  });
  const replies: ReplyNote[] = [];
  const key = await apiKey(source, clock, keyReaders)();
  const connection = openCloud(cloud, {
    baseUrl: address,
    clock,
    random: Math.random,
    requestsPerMinute,
    inFlight,
    onReply: (note) => replies.push(note),
  });
  try {
    const provider = connection.cloud(async () => key);
    const examination = await examine(
      { clock, connection: { name, address, provider }, signals },
      { policy, intervals, projects, sample },
    );
    return diagnose(examination, replies, {
      policy,
      every,
      requestsPerMinute,
      inFlight,
      actKeyFault,
      profile: provider.profile,
      connection: name,
      deployment: await deploymentFacts(ledger, policy, clock.now()),
    });
  } finally {
    await connection.close();
  }
}

/** Reads pushes from a folder or a table. @throws SignalError */
async function readPushes(place: LedgerPlace, from: Instant, until: Instant): Promise<readonly Push[]> {
  try {
    return await withLedger({ place, work: (opened) => opened.pushes(from, until) });
  } catch (cause) {
    throw new SignalError('the ledger that holds them cannot be read', { cause });
  }
}
