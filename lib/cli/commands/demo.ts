import { type Command, Option } from 'commander';
import { runDemo } from '../../demo/demo.ts';
import { plainDisplay } from '../../demo/display.ts';
import type { Span } from '../../model/time/time.ts';
import { scenarioNames, scenarioOf } from '../../simulators/compute/scenarios.ts';
import { demoScreen } from '../demo-screen.ts';
import { positive, span, whole } from '../option-values.ts';
import { commandOf } from '../own-command.ts';
import type { Process } from '../process.ts';
import { colorsFor, isScreen } from '../terminal.ts';

type DemoFlags = {
  readonly speed: number;
  readonly seed: number;
  readonly scenario: string;
  readonly until?: Span;
  readonly forever?: true;
  readonly plain?: true;
  readonly dashboard: boolean;
};

/** `spendwatch demo`: runs spendwatch on a simulated cloud and draws it in the terminal. */
export function addDemo(program: Command, self: Process): void {
  const { stdout: stream, environment, signal } = self;
  program
    .command('demo')
    .description('run spendwatch on a simulated cloud, without an account or an API key')
    .option('--speed <times>', 'speed, as a multiple of real time', positive, 1_200)
    .option('--seed <number>', 'the random seed; the same seed gives the same run', whole, 1)
    .addOption(new Option('--scenario <name>', 'the scenario to run').choices(scenarioNames).default('demo'))
    .addOption(
      new Option('--until <time>', 'stop after this much simulated time, such as 6h').argParser(span),
    )
    .addOption(new Option('--forever', 'continue after the end of the scenario').conflicts('until'))
    .option('--plain', 'print plain lines, even on a terminal')
    .option('--no-dashboard', 'do not serve the web dashboard')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch demo
  spendwatch demo --speed 6000 --until 6h --plain

Exit codes: 0 finished or stopped by the user, 2 the command line is wrong.`,
    )
    .action(async (flags: DemoFlags) => {
      const scenario = scenarioOf(flags.scenario, flags.seed);
      const isPlain = flags.plain === true || !isScreen({ stdout: stream, environment });
      await runDemo({
        scenario,
        speed: flags.speed,
        length: flags.forever ? null : (flags.until ?? scenario.length),
        signal,
        command: commandOf(self),
        // A script that reads plain lines may wait for the end.
        dashboard: !flags.dashboard ? 'none' : isPlain ? 'ends' : 'stays',
        display: (setting) =>
          isPlain
            ? plainDisplay((text) => stream.write(text), setting)
            : demoScreen(stream, colorsFor(stream, environment), setting),
      });
    });
}
