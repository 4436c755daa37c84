import { type Command, Option } from 'commander';
import { pacedClock } from '../../service/paced-clock.ts';
import { aborted } from '../../service/serve.ts';
import { type DialectName, dialectNames } from '../../simulators/compute/dialects/dialects.ts';
import { beginningAt } from '../../simulators/compute/scenario.ts';
import { scenarioNames, scenarioOf } from '../../simulators/compute/scenarios.ts';
import { serveSimulator } from '../../simulators/compute/serve.ts';
import { createWorld } from '../../simulators/compute/world/world.ts';
import { wholeFrom } from '../option-values.ts';
import type { Process } from '../process.ts';

type SimulatorFlags = {
  readonly port: number;
  readonly scenario: string;
  readonly seed: number;
  readonly speed: number;
  readonly dialect: DialectName;
  readonly rateLimit?: number;
};

const keys = [
  { key: 'simulated-viewer-key', role: 'viewer' },
  { key: 'simulated-editor-key', role: 'editor' },
  { key: 'simulated-owner-key', role: 'owner' },
] as const;

/** `spendwatch simulator`: serves the compute cloud's API on a port of this machine, for testing clients. */
export function addSimulator(program: Command, { clock, stdout, signal }: Process): void {
  program
    .command('simulator')
    .description("serve a simulated cloud's API on this machine, for testing clients")
    .option('--port <number>', 'the port to listen on; 0 picks a free one', wholeFrom(0, 65_535), 8_080)
    .addOption(new Option('--scenario <name>', 'the scenario to run').choices(scenarioNames).default('demo'))
    .option(
      '--seed <number>',
      'the random seed; the same seed gives the same world',
      wholeFrom(0, 2 ** 31),
      1,
    )
    .option('--speed <times>', 'speed, as a multiple of real time', wholeFrom(1, 100_000), 1)
    .addOption(
      new Option('--dialect <name>', 'the version of the platform to simulate')
        .choices(dialectNames)
        .default('whole'),
    )
    .option('--rate-limit <count>', 'requests per minute for each key', wholeFrom(1, 1_000_000))
    .addHelpText(
      'after',
      `
Examples:
  spendwatch simulator --port 8080 --dialect platform-2026
  curl -H 'Authorization: Bearer simulated-viewer-key' http://127.0.0.1:8080/v1/projects

Exit codes: 0 stopped by the user, 2 the command line is wrong.`,
    )
    .action(async ({ port, scenario: name, seed, speed, dialect, rateLimit }: SimulatorFlags) => {
      const start = clock.now();
      const { events } = beginningAt(scenarioOf(name, seed), start);
      const world = createWorld({ seed, clock: pacedClock(clock, start, speed), events });
      const limit = rateLimit === undefined ? {} : { rateLimit: { perMinute: rateLimit, clock } };
      const simulator = await serveSimulator({ world, keys, dialect, port, ...limit });
      stdout.write(`The simulated cloud is at ${simulator.url} (its OpenAPI document at /openapi.json).\n`);
      for (const { key, role } of keys) stdout.write(`  ${role.padEnd(6)}  ${key}\n`);
      stdout.write('Press Ctrl-C to stop.\n');
      await aborted(signal);
      await simulator.close();
    });
}
