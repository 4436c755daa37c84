import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { snsClient } from '../act/sns-client.ts';
import { snsNotifier } from '../act/sns-notifier.ts';
import { connectCloud } from '../cloud/client.ts';
import type { Cloud } from '../cloud/operation.ts';
import { readPolicy } from '../config/read-policy.ts';
import { type Environment, readSettings, type Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { dynamoClient } from '../record/dynamo-client.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import { apiKey } from './api-key.ts';
import { jsonLog } from './json-log.ts';
import type { ActPorts, Log, WatchPorts } from './ports.ts';
import { systemClock } from './system-clock.ts';
import type { WatchRun } from './watch.ts';

/** The world and the rules, as they are now. */
export type Connected<Ports> = { readonly ports: Ports; readonly run: WatchRun };

/**
 * The world of `watch`. What the environment and the policy say is read at once; ask again for each
 * run, since the API key may have been replaced.
 * @throws SettingsError @throws PolicyError
 */
export function connectWatch(environment: Environment): () => Promise<Connected<WatchPorts>> {
  return connect(environment, readSettings(environment));
}

/** The world of `act`, which also needs a topic to speak on. @throws SettingsError @throws PolicyError */
export function connectAct(environment: Environment): () => Promise<Connected<ActPorts>> {
  const settings = readSettings(environment);
  const { topicArn } = settings;
  if (topicArn === null) {
    const message = 'is not set: give the ARN of the SNS topic to publish on';
    throw new SettingsError([{ variable: 'SPENDWATCH_TOPIC_ARN', message }]);
  }
  const connected = connect(environment, settings);
  const client = snsClient(credentialsIn(environment));
  return async () => {
    const { ports, run } = await connected();
    const notifier = snsNotifier({ client, topicArn, zone: run.policy.timezone });
    return { ports: { ...ports, notifiers: [notifier] }, run };
  };
}

function connect(environment: Environment, settings: Settings): () => Promise<Connected<WatchPorts>> {
  const clock = systemClock;
  const log = jsonLog(clock, (line) => process.stdout.write(line));
  const file = resolve(environment['LAMBDA_TASK_ROOT'] ?? '', settings.policy);
  const run = {
    policy: readPolicy(readFileSync(file, 'utf8'), settings.policy),
    intervals: settings.intervals,
  };
  const ledger = dynamoLedger({
    client: dynamoClient(credentialsIn(environment)),
    table: settings.table,
    onUnreadable: ({ message }) => log('head-unreadable', { because: message }),
  });
  const key = apiKey(settings.key, clock, parameterReader(environment));
  const cloudFor = lastOne((text: string) => openCloud(settings, text, log));
  return async () => ({ ports: { clock, ledger, log, cloud: cloudFor(await key()) }, run });
}

function openCloud(settings: Settings, key: string, log: Log): Cloud {
  return connectCloud({
    baseUrl: settings.cloudUrl,
    apiKey: key,
    clock: systemClock,
    random: Math.random,
    requestsPerMinute: settings.requestsPerMinute,
    inFlight: settings.requestsInFlight,
    log,
  });
}

/** Keeps what was made for the last argument, and makes anew only for another. */
function lastOne<T>(make: (argument: string) => T): (argument: string) => T {
  let last: { readonly argument: string; readonly made: T } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, made: make(argument) };
    return last.made;
  };
}

function parameterReader(environment: Environment): (name: string) => Promise<string | undefined> {
  // Left alone, the SDK waits without end for an answer.
  const requestHandler = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
  const client = new SSMClient({ ...credentialsIn(environment), requestHandler });
  return async (Name) => {
    const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    return Parameter?.Value;
  };
}

/** Lambda puts them in the environment; looking everywhere else first would only make the start longer. */
function credentialsIn({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Environment) {
  if (!accessKeyId || !secretAccessKey) return {};
  return { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } };
}
