import { type Command, InvalidArgumentError, Option } from 'commander';
import { connectionsInWords } from '../../config/settings/connections.ts';
import { SettingsError } from '../../config/settings/settings-error.ts';
import { checkRoutes, openRoutes, unheardHere } from '../../jobs/act/open-routes.ts';
import { ApiKeyError } from '../../jobs/api-key.ts';
import { createFilteredLog, jsonLog } from '../../jobs/log.ts';
import type { Log } from '../../jobs/ports.ts';
import { actInFigures, watchInFigures } from '../../jobs/run-metrics.ts';
import { hours, type Instant, later, type Span, seconds, spanInWords } from '../../model/time/time.ts';
import { consoleNotifier } from '../../routes/console/send.ts';
import type { RouteTerms } from '../../routes/route.ts';
import { failedParts } from '../../service/failed-parts.ts';
import { keepWatch } from '../../service/keep-watch.ts';
import { makeDataFolder } from '../../service/ledger/data-folder.ts';
import type { LivePolicy } from '../../service/live-policy.ts';
import { localRoutes } from '../../service/local-routes.ts';
import { logNotifier } from '../../service/log-notifier.ts';
import { unsupportedInWords } from '../../service/newly-unsupported.ts';
import { type Machine, openMachine } from '../../service/open-machine.ts';
import { type Address, loopback, type RunningServer, readAddress } from '../../service/serve.ts';
import { textLog } from '../../service/text-log.ts';
import type { Policy } from '../../state/policy.ts';
import { computePolicyNeeds } from '../../state/policy-needs.ts';
import { followPolicy } from '../configuration.ts';
import { finishWithin, untilInterrupted } from '../interrupted.ts';
import { liveScreen, wordsFor } from '../live-screen.ts';
import { localSettings, settingsToRead } from '../local-settings.ts';
import { positive, span } from '../option-values.ts';
import { commandOf } from '../own-command.ts';
import { dataOutput, type Process } from '../process.ts';
import { type ServeFlags, serveBeside } from '../serve-beside.ts';
import { type Simulation, simulate } from '../simulation/simulate.ts';
import { isScreen } from '../terminal.ts';

type RunFlags = ServeFlags & {
  readonly simulate?: true;
  readonly speed: number;
  readonly ahead: Span;
  readonly routes?: true;
  readonly data?: string;
  readonly log?: 'json' | 'text';
};

/** `spendwatch run`: runs both jobs at every interval until it is stopped. */
export function addRun(program: Command, self: Process): void {
  program
    .command('run')
    .description('monitor the cloud until stopped: poll, alert and act at every interval')
    .option('--data <folder>', 'the folder of the ledger (default: ".spendwatch")')
    .addOption(
      new Option('--log <form>', 'write a log: json, or text; otherwise a terminal shows the status').choices(
        ['json', 'text'],
      ),
    )
    .option('--simulate', 'monitor a simulated cloud, with a new ledger that the other commands can use')
    .addOption(
      new Option('--speed <times>', 'with --simulate: its speed, as a multiple of real time')
        .argParser(positive)
        .default(60),
    )
    .addOption(
      new Option('--ahead <time>', 'with --simulate: the simulated time to fast-forward at the start')
        .argParser(span)
        .default(hours(3), '3h'),
    )
    .option('--routes', 'with --simulate: send the messages over your routes, marked as simulated')
    .addOption(
      new Option(
        '--metrics [host:port]',
        `serve Prometheus metrics at this address (default host: ${loopback})`,
      )
        .preset('9469')
        .argParser(address),
    )
    .addOption(
      new Option('--push [host:port]', 'receive the usage that VMs push, at this address (docs/agent.md)')
        .preset('4318')
        .argParser(address),
    )
    .addOption(
      new Option(
        '--answers [host:port]',
        'serve the answer links of messages at this address (docs/answers.md)',
      )
        .preset('8485')
        .argParser(address),
    )
    .addHelpText(
      'after',
      `
Examples:
  spendwatch run
  spendwatch run --log json --metrics 127.0.0.1:9469
  spendwatch run --simulate --speed 60 --routes

Environment: SPENDWATCH_CLOUD_URL, SPENDWATCH_API_KEY_FILE (or SPENDWATCH_API_KEY), SPENDWATCH_POLICY and
SPENDWATCH_POLL_INTERVAL; SPENDWATCH_ACT_KEY_FILE (or SPENDWATCH_ACT_KEY) sets a separate key for actions.
Changes to the policy file are applied without a restart.
SIGINT and SIGTERM stop it after the current pass, within ${spanInWords(finishWithin)}; a second signal
stops it at once.
Exit codes: 0 stopped by the user, 2 the configuration is wrong, 4 the ledger cannot be used.`,
    )
    .action((flags: RunFlags) => run(self, flags));
}

/** Monitors the cloud, or a simulated one. */
async function run(self: Process, flags: RunFlags): Promise<void> {
  if (!flags.simulate) return watchUntilStopped(self, flags, null);
  const needSecrets = (['push', 'answers'] as const).filter((name) => flags[name] !== undefined);
  if (needSecrets.length > 0)
    throw new SettingsError(needSecrets.map((name) => ({ variable: `--${name}`, message: notSimulated })));
  const { speed, ahead, routes = false } = flags;
  const { data } = settingsToRead(self.environment);
  const simulation = await simulate(self, { data: flags.data ?? data, speed, ahead, routes });
  try {
    await watchUntilStopped(simulation.self, { data, ...flags }, simulation);
  } finally {
    await simulation.close();
  }
}

const notSimulated =
  'cannot be used with --simulate, which uses no secrets from the environment: start "spendwatch simulator" in another terminal, and monitor it by "spendwatch run" with SPENDWATCH_CLOUD_URL';

async function watchUntilStopped(
  self: Process,
  flags: RunFlags,
  simulation: Simulation | null,
): Promise<void> {
  const { clock, stdout, signal } = self;
  const { settings, keyReaders } = await localSettings(self);
  const screen =
    flags.log === undefined && isScreen(self)
      ? liveScreen(self, wordsFor(settings, simulation === null ? null : flags))
      : null;
  const isText =
    screen !== null || flags.log === 'text' || (flags.log === undefined && stdout.isTTY === true);
  const output = isText ? stdout : dataOutput(self);
  const write = screen?.write ?? ((text: string) => output.write(text));
  const log = screen?.log ?? createFilteredLog(settings.logLevel, (isText ? textLog : jsonLog)(clock, write));
  const { data = settings.data } = flags;
  const policy = await followPolicy(self, settings, data, log);
  const console = (terms: RouteTerms) =>
    isText
      ? consoleNotifier({ ...terms, write, isTerminal: stdout.isTTY === true })
      : logNotifier(log, terms);
  const routes = {
    ...localRoutes({
      ...self,
      command: commandOf(self),
      clock: simulation?.machineClock ?? clock,
      keyReaders,
      console,
    }),
    ...(simulation !== null && { simulated: true }),
  };
  checkRoutes(policy.now().policy, routes);
  const notifiers = (now: Policy) => openRoutes(now, routes);
  await makeDataFolder(data, simulation === null ? 'real' : 'simulated');
  const opening = openMachine({ data, clock, settings, keyReaders, log, notifiers });
  const machine = await untilInterrupted(self, seconds(0), opening);
  let waits = true;
  const served: RunningServer[] = [];
  const startedAt = clock.now();
  let lastPassAt: Instant | null = null;
  const pass = passes(machine, log, policy);
  const show = async () => {
    const next = lastPassAt && later(lastPassAt, settings.pollInterval);
    await screen?.show({ ledger: machine.ledger, settings }, next);
  };
  try {
    const beside = {
      settings,
      keyReaders,
      log,
      ledger: machine.ledger,
      policy: () => policy.now().policy,
      passing: () => ({ startedAt, lastPassAt }),
    };
    await serveBeside(self, flags, beside, served);
    log('watching', {
      cloud: connectionsInWords(settings.connections),
      every: spanInWords(settings.pollInterval),
      policy: settings.policy,
      rules: policy.now().policy.rules.length,
      acts: computePolicyNeeds(policy.now().policy).stops,
      ledger: data,
    });
    const because = unheardHere(policy.now().policy, routes, isText && stdout.isTTY === true);
    if (because !== null) log('no-confirmed-route', { because });
    if (settings.connections.some(({ actionKey }) => actionKey === null))
      log('one-key', {
        because: `one API key is used to poll and to act; ${self.connections?.length ? 'editor-key in the settings file' : 'SPENDWATCH_ACT_KEY_FILE'} sets a separate key for actions`,
      });
    const ended = await keepWatch({
      clock,
      log,
      every: settings.pollInterval,
      finishWithin,
      finishBy: simulation?.machineClock ?? clock,
      signal,
      meanwhile: async () => {
        await policy.refresh();
        if (simulation === null) await show();
      },
      isHopeless: (error) => error instanceof RejectedKeyError,
      pass: async () => {
        const figures = await pass();
        lastPassAt = clock.now();
        await simulation?.keepTime();
        await show();
        return figures;
      },
    });
    waits = ended !== 'cut-off';
    log('ended', { as: ended });
  } finally {
    screen?.end();
    await Promise.all(served.map(({ close }) => close()));
    await machine.close({ waits });
  }
}

/** Thrown when the cloud rejects the API key at the start. */
class RejectedKeyError extends ApiKeyError {}

function address(text: string): Address {
  const named = readAddress(text);
  if (named !== undefined) return named;
  throw new InvalidArgumentError(`It must be a port, or a host and a port such as 127.0.0.1:9469.`);
}

/** Returns a function that makes a pass and returns its figures. The first pass throws when the API key is rejected. */
function passes(machine: Machine, log: Log, policy: LivePolicy) {
  let isFirst = true;
  return async () => {
    await policy.refresh();
    const pass = await machine.pass(policy.now());
    const { failures, sawSome } = pass.watched;
    const rejected = sawSome ? undefined : failures.find(({ error }) => error.kind === 'unauthenticated');
    // Later, the key may be about to be replaced, and alerts must still be sent.
    if (isFirst && rejected !== undefined) throw new RejectedKeyError(rejected.error.message);
    isFirst = false;
    for (const unsupported of pass.unsupportedParts)
      log('unsupported', { because: unsupportedInWords(unsupported) });
    const { watched, acted } = pass;
    return { ...watchInFigures(watched), blindSpots: failedParts(watched).length, ...actInFigures(acted) };
  };
}
