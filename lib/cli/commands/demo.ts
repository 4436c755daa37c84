import { type Command, InvalidArgumentError, Option } from 'commander';
import { readSpan, type Span } from '../../model/time/time.ts';
import { runDemo } from '../../simulator/demo/demo.ts';
import { plainDisplay } from '../../simulator/demo/plain-display.ts';
import { screenDisplay } from '../../simulator/demo/screen-display.ts';
import { scenarioNames, scenarioOf } from '../../simulator/scenarios.ts';
import type { Process } from '../process.ts';

type DemoFlags = {
  readonly speed: number;
  readonly seed: number;
  readonly scenario: string;
  readonly until?: Span;
  readonly forever?: true;
  readonly plain?: true;
  readonly dashboard: boolean;
};

/** `spendwatch demo`: the whole job over a simulated cloud, drawn in the terminal. */
export function addDemo(program: Command, { stdout: stream, signal }: Process): void {
  program
    .command('demo')
    .description('watch the whole job over a simulated cloud: no key, no account, nothing real')
    .option('--speed <times>', 'how much faster than life time runs', positive, 1_200)
    .option('--seed <number>', 'the same seed makes the same day', whole, 1)
    .addOption(new Option('--scenario <name>', 'what happens').choices(scenarioNames).default('demo'))
    .addOption(new Option('--until <time>', 'end after this much simulated time, such as 6h').argParser(span))
    .addOption(new Option('--forever', 'run on after the scenario is over').conflicts('until'))
    .option('--plain', 'write lines, also on a terminal')
    .option('--no-dashboard', 'in the terminal only')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch demo
  spendwatch demo --speed 6000 --until 6h --plain

Exit codes: 0 it came to its end or was asked to, 2 the command line is wrong.`,
    )
    .action(async (flags: DemoFlags) => {
      const scenario = scenarioOf(flags.scenario, flags.seed);
      const isPlain = flags.plain === true || !stream.isTTY;
      await runDemo({
        scenario,
        speed: flags.speed,
        length: flags.forever ? null : (flags.until ?? scenario.length),
        signal,
        // Whoever reads lines may be a script, which waits for the end.
        dashboard: !flags.dashboard ? 'none' : isPlain ? 'ends' : 'stays',
        display: (setting) =>
          isPlain ? plainDisplay((text) => stream.write(text), setting) : screenDisplay(stream, setting),
      });
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}

function span(text: string): Span {
  const value = readSpan(text);
  if (value === undefined || value <= 0)
    throw new InvalidArgumentError('It must be a time such as 6h, 90m or 2d.');
  return value;
}
