import { readAddresses } from '../../config/settings/addresses.ts';
import { answersIn } from '../../config/settings/answers.ts';
import { awsEndpoint } from '../../config/settings/aws-endpoint.ts';
import type { Environment } from '../../config/settings/environment.ts';
import {
  dashboardIn,
  type LedgerSettings,
  readLedgerSettings,
  readSettings,
  type Settings,
} from '../../config/settings/settings.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Notifier } from '../../notify/notifier.ts';
import { consoleNotifier } from '../../notify/routes/console-notifier.ts';
import { snsClient } from '../../notify/routes/sns-client.ts';
import type { AwsCredentials } from '../../providers/aws-signature.ts';
import { connectCloud } from '../../providers/client.ts';
import { computeProvider } from '../../providers/compute/provider.ts';
import type { Cloud } from '../../providers/operation.ts';
import { atOnce } from '../../providers/retry/pace.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import type { Ledger } from '../../record/ledger.ts';
import { checkRoutes, openRoutes, type RouteSetup } from '../act/open-routes.ts';
import { apiKey } from '../api-key.ts';
import type { DigestPorts } from '../digest/send-digest.ts';
import { embeddedMetrics, type Measured } from '../embedded-metrics.ts';
import { jsonLog } from '../json-log.ts';
import { openSignals } from '../open-signals.ts';
import type { ActPorts, Log, WatchPorts } from '../ports.ts';
import { heldKey, type KeyStore, refreshedCloud } from '../refreshed-cloud.ts';
import { networkOpeners } from '../route-openers.ts';
import { systemClock } from '../system-clock.ts';
import type { WatchRun } from '../watch/watch.ts';
import { builtPolicyOf } from './built-policy.ts';
import { credentialsIn } from './credentials.ts';
import { parameterReader } from './parameter-reader.ts';

/** The ports and the policy of one run. */
export type Connected<Ports> = {
  readonly ports: Ports;
  readonly run: WatchRun;
  /** The number of shards that the targets are divided into. */
  readonly shards: number;
  /** Writes figures to the log. CloudWatch turns them into metrics if the settings name the deployment. */
  readonly measure: (measured: Measured) => void;
};

/**
 * Connects `watch`. Reads the environment and the built policy at once; call the returned function for each run, since
 * the API key may have been replaced.
 * @throws SettingsError
 */
export function connectWatch(environment: Environment): () => Connected<WatchPorts> {
  const { connected } = connect(environment, readSettings(environment));
  return () => connected();
}

/** Connects `act`, which also needs routes. The returned function throws a SettingsError where a route is missing. */
export function connectAct(environment: Environment): () => Connected<ActPorts> {
  const { connected, key, ledger } = connect(environment, readSettings(environment));
  const notifiersOf = connectRoutes(environment);
  return () => {
    const { store, fault } = heldKey(key);
    const { ports, run, ...rest } = connected(store);
    return { ports: { ...ports, ledger, notifiers: notifiersOf(run.policy), keyFault: fault }, run, ...rest };
  };
}

/** Connects `digest`, which reads the ledger and notifies. It has no API key. */
export function connectDigest(environment: Environment): () => {
  readonly ports: DigestPorts;
  readonly policy: Policy;
} {
  const settings = readLedgerSettings(environment);
  const policy = builtPolicyOf(environment, settings);
  const log = systemLog();
  const ledger = openLedger(environment, settings, log);
  const notifiersOf = connectRoutes(environment);
  return () => ({ ports: { clock: systemClock, ledger, log, notifiers: notifiersOf(policy) }, policy });
}

type Connection = {
  readonly key: KeyStore;
  readonly ledger: Ledger;
  readonly connected: (store?: KeyStore) => Connected<WatchPorts>;
};

/**
 * Opens routes. The returned function throws a SettingsError if a route of the policy has no address.
 * @throws SettingsError
 */
function connectRoutes(environment: Environment): (policy: Policy) => readonly Notifier[] {
  const client = snsClient(credentialsIn(environment));
  const readers = { parameter: parameterReader(environment) };
  const aws = { credentials: processCredentials(environment), endpoint: awsEndpoint(environment) };
  const openers = networkOpeners({ aws, clock: systemClock, readers, sns: () => client });
  const log = systemLog();
  const write = (text: string) => log('message', { text });
  const answers = answersIn(environment);
  const setup: RouteSetup = {
    addresses: readAddresses(environment),
    dashboard: dashboardIn(environment),
    answers: answers && { address: answers.address, secret: apiKey(answers.secret, systemClock, readers) },
    openers: { ...openers, console: (terms) => consoleNotifier({ ...terms, write, isTerminal: false }) },
    showsAll: false,
  };
  return (policy) => {
    checkRoutes(policy, setup);
    return openRoutes(policy, setup);
  };
}

function connect(environment: Environment, settings: Settings): Connection {
  const clock = systemClock;
  const log = systemLog();
  const run = { policy: builtPolicyOf(environment, settings), intervals: settings.intervals };
  const { deployment, shards } = settings;
  const measure = (measured: Measured) => {
    if (deployment === null) log('measured', measured);
    else process.stdout.write(embeddedMetrics(deployment, clock.now(), measured));
  };
  const ledger = openLedger(environment, settings, log);
  const readers = { parameter: parameterReader(environment) };
  const key = apiKey(settings.key, clock, readers);
  const credentials = processCredentials(environment);
  const signals = openSignals(settings, { clock, readers, credentials, ledger });
  const cloudFor = lastOne((text: string) => openCloud(settings, text, log));
  const connected = (store = key) => {
    const provider = computeProvider(refreshedCloud(store, cloudFor));
    const ports = { clock, ledger, log, provider, signals };
    return { ports, run, shards, measure };
  };
  return { key, ledger, connected };
}

const processCredentials = (environment: Environment): AwsCredentials =>
  credentialsIn(environment).credentials ?? noCredentials;

/** Rejects: on AWS, credentials are in the environment of a process; without them, no query can be signed. */
async function noCredentials(): Promise<never> {
  throw new TypeError('there are no AWS credentials');
}

const systemLog = (): Log => jsonLog(systemClock, (line) => process.stdout.write(line));

const openLedger = (environment: Environment, { table }: LedgerSettings, log: Log): Ledger =>
  dynamoLedger({
    client: dynamoClient(credentialsIn(environment)),
    table,
    onUnreadable: ({ message }) => log('head-unreadable', { because: message }),
  });

function openCloud(settings: Settings, key: string, log: Log): Cloud {
  return connectCloud({
    baseUrl: settings.cloudUrl,
    apiKey: key,
    clock: systemClock,
    random: Math.random,
    // The cloud's limit is for all shards together.
    requestsPerMinute: Math.max(1, Math.floor(settings.requestsPerMinute / settings.shards)),
    inFlight: Math.max(1, Math.floor(settings.requestsInFlight / settings.shards)),
    // Lambda charges for waiting.
    pace: atOnce,
    log,
    mindsClock: true,
  });
}

/** Caches the value made for the last argument. */
function lastOne<T>(make: (argument: string) => T): (argument: string) => T {
  let last: { readonly argument: string; readonly made: T } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, made: make(argument) };
    return last.made;
  };
}
