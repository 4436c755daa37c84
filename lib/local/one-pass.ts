import { consoleNotifier } from '../act/console-notifier.ts';
import { connectCloud } from '../cloud/client.ts';
import { readPolicy } from '../config/read-policy.ts';
import type { Settings } from '../config/settings.ts';
import { type ActReport, act } from '../jobs/act.ts';
import { apiKey } from '../jobs/api-key.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import { type WatchReport, watch } from '../jobs/watch.ts';
import type { Head } from '../model/head.ts';
import { periodAt } from '../model/period.ts';
import type { Instant } from '../model/time.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import { deleteExpired } from './delete-expired.ts';
import { startEmbeddedLedger } from './embedded-ledger.ts';

export type OnePass = {
  readonly clock: Clock;
  readonly settings: Settings;
  /** The text of the policy file. */
  readonly policy: string;
  /** The folder that keeps the ledger between passes. */
  readonly data: string;
  readonly log: Log;
  /** Where messages are shown. */
  readonly write: (text: string) => void;
};

/**
 * One pass of both jobs over a real cloud, with a ledger on this machine's disk.
 * @throws PolicyError @throws ApiKeyError @throws LedgerError
 */
export async function onePass(asked: OnePass): Promise<{ watched: WatchReport; acted: ActReport }> {
  const { clock, settings, log } = asked;
  const policy = readPolicy(asked.policy, settings.policy);
  const key = await apiKey(settings.key, clock, async () => undefined)();
  const cloud = connectCloud({
    baseUrl: settings.cloudUrl,
    apiKey: key,
    clock,
    random: Math.random,
    requestsPerMinute: settings.requestsPerMinute,
    inFlight: settings.requestsInFlight,
    log,
  });
  const embedded = await startEmbeddedLedger({ path: asked.data, table: settings.table });
  try {
    const ledger = dynamoLedger({
      client: embedded.client,
      table: settings.table,
      onUnreadable: ({ message }) => log('head-unreadable', { because: message }),
    });
    const ports = { clock, cloud, ledger, log };
    const run = { policy, intervals: settings.intervals };
    if (isFirstOfDay(await ledger.heads(), clock.now())) {
      await deleteExpired(embedded.client, settings.table, clock.now());
    }
    const watched = await watch(ports, run);
    const notifiers = [consoleNotifier({ write: asked.write, zone: policy.timezone })];
    return { watched, acted: await act({ ...ports, notifiers }, run) };
  } finally {
    await cloud.close();
    await embedded.close();
  }
}

/** Expired history is swept once a day: DynamoDB does that by itself, the embedded server does not. */
function isFirstOfDay(heads: readonly Head[], now: Instant): boolean {
  const today = periodAt('day', now, 'UTC').from;
  return heads.every(({ sighting }) => sighting === null || sighting.at < today);
}
