import type { ReplyNote } from '../clouds/http/reply-note.ts';
import { openCloud } from '../clouds/open.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Settings } from '../config/settings/settings.ts';
import { apiKey, type KeyReaders } from '../jobs/api-key.ts';
import { type Diagnosis, diagnose } from '../jobs/doctor/diagnose.ts';
import { examine } from '../jobs/doctor/examine.ts';
import type { CheckUp } from '../jobs/doctor/survey-targets.ts';
import { heldKey } from '../jobs/held-key.ts';
import { openSignals } from '../jobs/open-signals.ts';
import { type Clock, unnamedConnection } from '../jobs/ports.ts';
import { onlyCloud } from '../model/cloud-name.ts';
import type { Push } from '../model/facts/push.ts';
import type { Instant } from '../model/time/time.ts';
import { SignalError } from '../observe/signals/signals.ts';
import { awsCredentials } from './aws-credentials.ts';
import { deploymentFacts } from './deployment-facts.ts';
import { type LedgerPlace, withLedger } from './ledger/open-ledger.ts';

type Asked = Pick<CheckUp, 'projects' | 'sample'> & {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly keyReaders: KeyReaders;
  /** The ledger, which holds what machines pushed; it need not exist. */
  readonly ledger: LedgerPlace;
  /** The text of the policy file. */
  readonly policy: string;
};

/**
 * Checks what can be monitored with the settings and the policy, and changes nothing.
 * @throws PolicyError @throws ApiKeyError
 */
export async function checkUp({
  clock,
  settings,
  keyReaders,
  policy: text,
  ledger,
  projects,
  sample,
}: Asked): Promise<Diagnosis> {
  const policy = readPolicy(text, settings.policy);
  const actKeyFault = await heldKey(apiKey(settings.actionKey ?? settings.key, clock, keyReaders)).fault();
  const { intervals, requestsPerMinute, requestsInFlight: inFlight, pollInterval: every } = settings;
  const signals = openSignals(settings, {
    ledger: { pushes: (from, until) => pushesIn(ledger, from, until) },
    clock,
    readers: keyReaders,
    credentials: awsCredentials,
  });
  const replies: ReplyNote[] = [];
  const key = await apiKey(settings.key, clock, keyReaders)();
  const connection = openCloud(onlyCloud, {
    baseUrl: settings.cloudUrl,
    clock,
    random: Math.random,
    requestsPerMinute,
    inFlight,
    onReply: (note) => replies.push(note),
  });
  try {
    const cloud = connection.cloud(async () => key);
    const examination = await examine(
      { clock, connection: unnamedConnection(cloud), signals },
      { policy, intervals, projects, sample },
    );
    return diagnose(examination, replies, {
      policy,
      intervals,
      every,
      requestsPerMinute,
      inFlight,
      actKeyFault,
      profile: cloud.profile,
      deployment: await deploymentFacts(ledger, policy, clock.now()),
    });
  } finally {
    await connection.close();
  }
}

/** Reads pushes wherever the ledger is. @throws SignalError */
async function pushesIn(place: LedgerPlace, from: Instant, until: Instant): Promise<readonly Push[]> {
  try {
    return await withLedger({ place, work: (opened) => opened.pushes(from, until) });
  } catch (cause) {
    throw new SignalError('the ledger that holds them cannot be read', { cause });
  }
}
