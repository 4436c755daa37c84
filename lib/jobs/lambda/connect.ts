import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { atOnce } from '../../clouds/http/retry/rate-limiter.ts';
import { readBuiltConnections } from '../../config/deployment/built-connections.ts';
import { readAddresses } from '../../config/settings/addresses.ts';
import { readAnswerSettings } from '../../config/settings/answer-links.ts';
import { awsEndpoint } from '../../config/settings/aws-endpoint.ts';
import type { ConnectionSettings } from '../../config/settings/connections.ts';
import type { Environment, KeySource } from '../../config/settings/environment.ts';
import {
  type ConnectedSettings,
  commandIn,
  type LedgerSettings,
  readConnectedSettings,
  readDashboardUrl,
  readLedgerSettings,
} from '../../config/settings/settings.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import type { Notifier } from '../../notify/notifier.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import type { Ledger } from '../../record/ledger.ts';
import { consoleNotifier } from '../../routes/console/send.ts';
import { networkOpeners } from '../../routes/openers.ts';
import { snsClient } from '../../routes/sns/sns-client.ts';
import type { Policy } from '../../state/policy.ts';
import { checkRoutes, openRoutes, type RouteSetup, unheardHere } from '../act/open-routes.ts';
import { sealingSecret } from '../api-key.ts';
import type { DigestPorts } from '../digest/send-digest.ts';
import { embeddedMetrics, type MetricValues } from '../embedded-metrics.ts';
import { ofOneShard, openConnection } from '../open-connection.ts';
import { openSignals } from '../open-signals.ts';
import type { RunPolicy } from '../policy/policy-at-location.ts';
import type { ActPorts, Log, WatchPorts } from '../ports.ts';
import { routeWorld } from '../route-world.ts';
import { systemClock } from '../system-clock.ts';
import type { WatchRun } from '../watch/watch.ts';
import { processCredentials, readLambdaCredentials } from './credentials.ts';
import { functionLog } from './function-log.ts';
import { parameterReader } from './parameter-reader.ts';
import { adoptedPolicy, type PolicyChecks, recordedPolicy } from './policy-of-runs.ts';

/** The ports and the policy of one run. */
export type RunSetup<Ports> = {
  readonly ports: Ports;
  readonly run: WatchRun;
  /** The number of shards that the targets are divided into. */
  readonly shards: number;
  /** Writes figures to the log. CloudWatch turns them into metrics if the settings name the deployment. */
  readonly measure: (measured: MetricValues) => void;
};

/**
 * Connects `watch`. Reads the environment and the built policy at once; call the returned function for each run, since
 * the API key may have been replaced.
 * @throws SettingsError
 */
export function connectWatch(environment: Environment): () => Promise<RunSetup<WatchPorts>> {
  const settings = functionSettings(environment);
  const recorded = recordedPolicy(environment, settings);
  const { connected, ledger, log } = connect(environment, settings, ({ key }) => key);
  return async () => connected(await recorded({ ledger, log }));
}

/**
 * Connects `act`, which also opens routes and reads a policy outside of the deployment. The returned function throws a
 * SettingsError if a route of the built-in policy is missing.
 */
export function connectAct(environment: Environment): () => Promise<ConnectedAct> {
  const settings = functionSettings(environment);
  const adopted = adoptedPolicy(environment, settings);
  const { connected, ledger, log } = connect(environment, settings, ({ key, actionKey }) => actionKey ?? key);
  const { open, ...checks } = connectRoutes(environment, log);
  return async () => {
    const { policy, policyFault } = await adopted({ ledger, log, clock: systemClock }, checks);
    const { ports, run, ...rest } = connected(policy);
    const notifiers = open(policy);
    return { ports: { ...ports, ledger, notifiers }, run: { ...run, policyFault }, ...rest };
  };
}

type ConnectedAct = Omit<RunSetup<ActPorts>, 'run'> & {
  readonly run: WatchRun & Pick<RunPolicy, 'policyFault'>;
};

/** Connects `digest`, which reads the ledger and notifies. It has no API key. */
export function connectDigest(
  environment: Environment,
): () => Promise<{ readonly ports: DigestPorts; readonly policy: Policy }> {
  const settings = readLedgerSettings(environment);
  const recorded = recordedPolicy(environment, settings);
  const log = functionLog(settings);
  const ledger = openLedger(environment, settings, log);
  const { open } = connectRoutes(environment, log);
  return async () => {
    const policy = await recorded({ ledger, log });
    return { ports: { clock: systemClock, ledger, log, notifiers: open(policy) }, policy };
  };
}

type Connecting = {
  readonly ledger: Ledger;
  readonly log: Log;
  readonly connected: (policy: Policy) => RunSetup<WatchPorts>;
};

type ConnectedRoutes = PolicyChecks & {
  /** Opens the routes of a policy; one without an address delivers nothing. */
  readonly open: (policy: Policy) => readonly Notifier[];
};

/** Returns the command that starts spendwatch in the folder of the app that deployed it, on the ledger of the deployment. */
const commandOn = ({ SPENDWATCH_TABLE: table = '' }: Environment): string =>
  `SPENDWATCH_LEDGER_TABLE=${table} npx --no-install spendwatch`;

/** Connects the clients and settings of routes. @throws SettingsError */
function connectRoutes(environment: Environment, log: Log): ConnectedRoutes {
  const client = snsClient(readLambdaCredentials(environment));
  const readers = { parameter: parameterReader(environment) };
  const aws = { credentials: processCredentials(environment), endpoint: awsEndpoint(environment) };
  const openers = networkOpeners(routeWorld({ aws, clock: systemClock, readers, sns: () => client }));
  const write = (text: string) => log('message', { text });
  const answers = readAnswerSettings(environment);
  const setup: RouteSetup = {
    addresses: readAddresses(environment),
    dashboard: readDashboardUrl(environment),
    command: commandIn(environment) ?? commandOn(environment),
    answers: answers && { ...answers, secret: sealingSecret(answers.secret, systemClock, readers) },
    openers: { ...openers, console: (terms) => consoleNotifier({ ...terms, write, isTerminal: false }) },
    showsAll: false,
  };
  return {
    checkBuilt: (policy) => checkRoutes(policy, setup),
    checkFound(policy) {
      checkRoutes(policy, setup);
      const because = unheardHere(policy, setup, false);
      if (because !== null) throw wrongSetting('alerts.routes', `is wrong: ${because}`);
    },
    open: (policy) => openRoutes(policy, setup),
  };
}

function connect(
  environment: Environment,
  settings: ConnectedSettings,
  keyOf: (connection: ConnectionSettings) => KeySource,
): Connecting {
  const clock = systemClock;
  const log = functionLog(settings);
  const { deployment, shards, intervals } = settings;
  const measure = (measured: MetricValues) => {
    if (deployment === null) log('measured', measured);
    else process.stdout.write(embeddedMetrics(deployment, clock.now(), measured));
  };
  const ledger = openLedger(environment, settings, log);
  const readers = { parameter: parameterReader(environment) };
  const credentials = processCredentials(environment);
  const signals = openSignals(settings, { clock, readers, credentials, ledger });
  const connections = settings.connections.map((connection) =>
    // Requests do not wait for the rate limit, because Lambda charges for waiting.
    openConnection(ofOneShard(connection, shards), keyOf(connection), {
      clock,
      log,
      readers,
      limiter: atOnce,
    }),
  );
  const connected = (policy: Policy) => {
    const ports = { clock, ledger, log, connections: connections.map(({ forRun }) => forRun()), signals };
    return { ports, run: { policy, intervals }, shards, measure };
  };
  return { ledger, log, connected };
}

const openLedger = (environment: Environment, { table }: LedgerSettings, log: Log): Ledger =>
  dynamoLedger({
    client: dynamoClient(readLambdaCredentials(environment)),
    table,
    onUnreadable: ({ message }) => log('head-unreadable', { because: message }),
  });

/**
 * Reads the settings of a function that talks to clouds. Connections that its deployment lists are in a file beside its
 * code. @throws SettingsError
 */
function functionSettings(environment: Environment): ConnectedSettings {
  const { SPENDWATCH_SETTINGS: file, LAMBDA_TASK_ROOT: folder = '' } = environment;
  const listed = file ? readBuiltConnections(readFileSync(resolve(folder, file), 'utf8')) : [];
  return readConnectedSettings(environment, listed);
}
