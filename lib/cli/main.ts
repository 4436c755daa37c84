import { Command, CommanderError } from 'commander';
import type { Environment } from '../config/settings.ts';
import type { Clock } from '../jobs/ports.ts';
import type { Terminal } from '../local/demo/screen-display.ts';
import { addDemo } from './demo.ts';
import { addOnce } from './once.ts';

/** What the command line needs of the process it runs in. */
export type Process = {
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly clock: Clock;
  readonly stdout: Terminal;
  readonly stderr: { write(text: string): unknown };
  /** Aborted when the user wants an end. */
  readonly signal: AbortSignal;
};

/** Exit codes: 0 all went well, 2 the command line or the configuration is wrong. */
export async function main(self: Process): Promise<number> {
  const { arguments: given, stdout, stderr, signal } = self;
  let code = 0;
  const program = new Command('spendwatch')
    .description('watches spend and idle machines on a compute cloud')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(try --help)');
  addDemo(program, stdout, signal);
  addOnce(program, self, (asked) => {
    code = asked;
  });
  try {
    await program.parseAsync([...given], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}
