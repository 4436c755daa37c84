import { type Command, Option } from 'commander';
import type { Clock } from '../../jobs/ports.ts';
import { type Instant, later, milliseconds } from '../../model/time/time.ts';
import { aborted } from '../../service/serve.ts';
import { type DialectName, dialectNames } from '../../simulators/compute/dialects/dialects.ts';
import { beginningAt } from '../../simulators/compute/scenario.ts';
import { scenarioNames, scenarioOf } from '../../simulators/compute/scenarios.ts';
import { serveSimulator } from '../../simulators/compute/serve.ts';
import { createWorld } from '../../simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../simulators/http/listen.ts';
import { serveDemoAccount, simulatedKeys } from '../../simulators/runpod/simulated.ts';
import { wholeFrom } from '../option-values.ts';
import type { Process } from '../process.ts';

type SimulatorFlags = {
  readonly cloud: 'compute' | 'runpod';
  readonly port: number;
  readonly scenario: string;
  readonly seed: number;
  readonly speed: number;
  readonly dialect: DialectName;
  readonly rateLimit?: number;
};

const computeKeys = [
  { key: 'simulated-viewer-key', role: 'viewer' },
  { key: 'simulated-editor-key', role: 'editor' },
  { key: 'simulated-owner-key', role: 'owner' },
] as const;

/** `spendwatch simulator`: serves a cloud's API on a port of this machine, for testing clients. */
export function addSimulator(program: Command, { clock, stdout, signal }: Process): void {
  program
    .command('simulator')
    .description("serve a simulated cloud's API on this machine, for testing clients")
    .addOption(
      new Option('--cloud <name>', 'the cloud to simulate').choices(['compute', 'runpod']).default('compute'),
    )
    .option('--port <number>', 'the port to listen on; 0 picks a free one', wholeFrom(0, 65_535), 8_080)
    .addOption(
      new Option('--scenario <name>', 'the scenario to run (compute cloud only)')
        .choices(scenarioNames)
        .default('demo'),
    )
    .option(
      '--seed <number>',
      'the random seed; the same seed gives the same world',
      wholeFrom(0, 2 ** 31),
      1,
    )
    .option('--speed <times>', 'speed, as a multiple of real time', wholeFrom(1, 100_000), 1)
    .addOption(
      new Option('--dialect <name>', 'the version of the platform to simulate (compute cloud only)')
        .choices(dialectNames)
        .default('whole'),
    )
    .option('--rate-limit <count>', 'requests per minute for each key', wholeFrom(1, 1_000_000))
    .addHelpText(
      'after',
      `
Examples:
  spendwatch simulator --port 8080 --dialect platform-2026
  spendwatch simulator --cloud runpod --port 8081
  curl -H 'Authorization: Bearer simulated-viewer-key' http://127.0.0.1:8080/v1/projects

Exit codes: 0 stopped by the user, 2 the command line is wrong.`,
    )
    .action(async (flags: SimulatorFlags, command: Command) => {
      const { cloud, speed } = flags;
      const option = ['scenario', 'dialect'].find((name) => command.getOptionValueSource(name) === 'cli');
      if (cloud !== 'compute' && option !== undefined)
        command.error(`error: --${option} is an option of the compute cloud's simulator only`);
      const start = clock.now();
      const world = pacedClock(clock, start, speed);
      const simulator =
        cloud === 'compute'
          ? await serveCompute(flags, clock, start, world)
          : await serveDemoAccount({ ...flags, clock: world, realClock: clock, perMinute: flags.rateLimit });
      const document = cloud === 'compute' ? '/openapi.json' : '/v2/openapi.json';
      const keys =
        cloud === 'compute' ? computeKeys : simulatedKeys.map(({ name, key }) => ({ role: name, key }));
      const width = Math.max(...keys.map(({ role }) => role.length));
      stdout.write(`The simulated cloud is at ${simulator.url} (its OpenAPI document at ${document}).\n`);
      for (const { key, role } of keys) stdout.write(`  ${role.padEnd(width)}  ${key}\n`);
      stdout.write('Press Ctrl-C to stop.\n');
      await aborted(signal);
      await simulator.close();
    });
}

function serveCompute(
  { scenario, seed, dialect, port, rateLimit }: SimulatorFlags,
  clock: Process['clock'],
  start: Instant,
  worldClock: ReturnType<typeof pacedClock>,
): Promise<RunningSimulator> {
  const { events } = beginningAt(scenarioOf(scenario, seed), start);
  const world = createWorld({ seed, clock: worldClock, events });
  const limit = rateLimit === undefined ? {} : { rateLimit: { perMinute: rateLimit, clock } };
  return serveSimulator({ world, keys: computeKeys, dialect, port, ...limit });
}

/** Returns a clock that starts at an instant and runs at a multiple of real time. */
function pacedClock(real: Clock, start: Instant, speed: number): Pick<Clock, 'now'> {
  const from = real.now();
  return { now: () => later(start, milliseconds(Math.floor((real.now() - from) * speed))) };
}
