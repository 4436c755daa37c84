import { type Command, InvalidArgumentError, Option } from 'commander';
import { checkRoutes, openRoutes, type RouteTerms, unheardHere } from '../../jobs/act/open-routes.ts';
import { ApiKeyError } from '../../jobs/api-key.ts';
import { needsOf } from '../../jobs/doctor/policy-needs.ts';
import { jsonLog } from '../../jobs/json-log.ts';
import type { Log } from '../../jobs/ports.ts';
import { actInFigures, watchInFigures } from '../../jobs/run-metrics.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { type Instant, seconds, spanInWords } from '../../model/time/time.ts';
import { consoleNotifier } from '../../notify/routes/console-notifier.ts';
import { blindSpots } from '../../service/blind-spots.ts';
import { keepWatch } from '../../service/keep-watch.ts';
import { makeDataFolder } from '../../service/ledger/data-folder.ts';
import { type LivePolicy, livePolicy } from '../../service/live-policy.ts';
import { localRoutes } from '../../service/local-routes.ts';
import { logNotifier } from '../../service/log-notifier.ts';
import { metricsRoutes } from '../../service/metrics/routes.ts';
import {
  type Address,
  addressIn,
  defaultAddress,
  type RunningMetrics,
  serveMetrics,
} from '../../service/metrics/serve.ts';
import { unsupportedInWords } from '../../service/newly-unsupported.ts';
import type { Pass } from '../../service/one-pass.ts';
import { type Machine, openMachine } from '../../service/open-machine.ts';
import { textLog } from '../../service/text-log.ts';
import { policyOf } from '../configuration.ts';
import { finishWithin, untilInterrupted } from '../interrupted.ts';
import { localSettings } from '../local-settings.ts';
import type { Process } from '../process.ts';

type RunFlags = {
  readonly data?: string;
  readonly log?: 'json' | 'text';
  readonly metrics?: Address;
};

/** `spendwatch run`: both jobs over a real cloud, until it is stopped. */
export function addRun(program: Command, self: Process): void {
  program
    .command('run')
    .description('watch the cloud until stopped: look, say and do what is due at every interval')
    .option('--data <folder>', 'where the ledger is kept (default: ".spendwatch")')
    .addOption(
      new Option('--log <form>', 'json, or text for people (the default on a terminal)').choices([
        'json',
        'text',
      ]),
    )
    .addOption(
      new Option('--metrics [host:port]', `serve metrics for Prometheus there, or at ${defaultAddress.host}`)
        .preset(`${defaultAddress.port}`)
        .argParser(metricsAddress),
    )
    .addHelpText(
      'after',
      `
Examples:
  spendwatch run
  spendwatch run --log json --metrics 127.0.0.1:9469

The environment says where and how: SPENDWATCH_CLOUD_URL, SPENDWATCH_API_KEY_FILE (or
SPENDWATCH_API_KEY), SPENDWATCH_POLICY and SPENDWATCH_POLL_INTERVAL; SPENDWATCH_ACT_KEY_FILE
(or SPENDWATCH_ACT_KEY) gives another key to act with. A change of the policy is taken up by itself.
SIGINT and SIGTERM end it after the pass under way, in ${spanInWords(finishWithin)} at most; a second
one at once.
Exit codes: 0 it was asked to end, 2 the configuration is wrong, 4 the ledger cannot be used.`,
    )
    .action((flags: RunFlags) => run(self, flags));
}

async function run(self: Process, flags: RunFlags): Promise<void> {
  const { clock, stdout, signal } = self;
  const { settings, keyReaders } = await localSettings(self);
  const isText = flags.log === undefined ? stdout.isTTY === true : flags.log === 'text';
  const write = (text: string) => stdout.write(text);
  const log = (isText ? textLog : jsonLog)(clock, write);
  const policy = await livePolicy({ file: settings.policy, read: () => policyOf(settings), log });
  const console = (terms: RouteTerms) =>
    isText
      ? consoleNotifier({ ...terms, write, isTerminal: stdout.isTTY === true })
      : logNotifier(log, terms);
  const routes = localRoutes({ ...self, keyReaders, console });
  checkRoutes(policy.now(), routes);
  const notifiers = (now: Policy) => openRoutes(now, routes);
  const { data = settings.data } = flags;
  await makeDataFolder(data);
  const opening = openMachine({ data, clock, settings, keyReaders, log, notifiers });
  const machine = await untilInterrupted(self, seconds(0), opening);
  let waits = true;
  let metrics: RunningMetrics | null = null;
  const startedAt = clock.now();
  let lastPassAt: Instant | null = null;
  const pass = passes(machine, log, policy);
  try {
    if (flags.metrics !== undefined) {
      const app = metricsRoutes({
        clock,
        log,
        heads: machine.ledger.heads,
        policy: policy.now,
        passing: () => ({ startedAt, lastPassAt }),
        every: settings.pollInterval,
      });
      metrics = await serveMetrics(app, flags.metrics);
      log('metrics', { url: `${metrics.url}/metrics` });
    }
    log('watching', {
      cloud: settings.cloudUrl,
      every: spanInWords(settings.pollInterval),
      policy: settings.policy,
      rules: policy.now().rules.length,
      acts: needsOf(policy.now()).stops,
      ledger: data,
    });
    const because = unheardHere(policy.now(), routes, isText && stdout.isTTY === true);
    if (because !== null) log('nobody-hears', { because });
    if (settings.actionKey === null)
      log('one-key', {
        because: 'the same key watches and acts; SPENDWATCH_ACT_KEY_FILE gives another to act with',
      });
    const ended = await keepWatch({
      clock,
      log,
      every: settings.pollInterval,
      finishWithin,
      signal,
      meanwhile: () => policy.refresh(),
      isHopeless: (error) => error instanceof RejectedKeyError,
      pass: async () => {
        const figures = await pass();
        lastPassAt = clock.now();
        return figures;
      },
    });
    waits = ended !== 'cut-off';
    log('ended', { as: ended });
  } finally {
    await metrics?.close();
    await machine.close({ waits });
  }
}

/** The cloud did not take the key that it was started with. */
class RejectedKeyError extends ApiKeyError {}

function metricsAddress(text: string): Address {
  const address = addressIn(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError(`It must be a port, or a host and a port such as 127.0.0.1:9469.`);
}

/** Passes with their figures; the first one also shows whether the key is any good. */
function passes(machine: Machine, log: Log, policy: LivePolicy) {
  let isFirst = true;
  return async () => {
    await policy.refresh();
    const pass = await machine.pass(policy.now());
    const { failure } = pass.watched;
    // Later it may be a key that is just being replaced, and alerts are still to be sent.
    if (isFirst && failure?.kind === 'unauthenticated') throw new RejectedKeyError(failure.message);
    isFirst = false;
    for (const unsupported of pass.unsupportedParts)
      log('not-offered', { because: unsupportedInWords(unsupported) });
    return figuresOf(pass);
  };
}

function figuresOf({ watched, acted }: Pass) {
  return { ...watchInFigures(watched), unseen: blindSpots(watched).length, ...actInFigures(acted) };
}
