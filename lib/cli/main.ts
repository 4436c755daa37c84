import { Command, CommanderError, Help } from 'commander';
import type { Environment } from '../config/settings.ts';
import type { Clock } from '../jobs/ports.ts';
import type { Terminal } from '../local/demo/screen-display.ts';
import { addActions } from './actions.ts';
import { addAlerts } from './alerts.ts';
import { addApprove } from './approve.ts';
import { addBudgets } from './budgets.ts';
import { addCompletion } from './completion.ts';
import { addDashboard } from './dashboard.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addExplain } from './explain.ts';
import { addExport } from './export.ts';
import { addIdle } from './idle.ts';
import { addInit } from './init.ts';
import { addKeep } from './keep.ts';
import { addOnce } from './once.ts';
import { addOrder } from './order.ts';
import { addPause } from './pause.ts';
import { addPolicy } from './policy.ts';
import { type Input, NoAnswerError } from './prompt.ts';
import { addReplay } from './replay.ts';
import { addRun } from './run.ts';
import { addSavings } from './savings.ts';
import { addSilence } from './silence.ts';
import { addSimulator } from './simulator.ts';
import { addSpend } from './spend.ts';
import { addStatus } from './status.ts';
import { addTestAlert } from './test-alert.ts';
import { addTold } from './told.ts';
import { version } from './version.ts';
import { addVms } from './vms.ts';
import { addWaste } from './waste.ts';

/** What the command line needs of the process it runs in. */
export type Process = {
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly clock: Clock;
  /** Where questions are answered; without it none can be asked. */
  readonly stdin?: Input;
  readonly stdout: Terminal;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Aborted when the user wants an end. */
  readonly signal: AbortSignal;
};

/** What shells show of a program that was ended with Ctrl-C. */
const interrupted = 130;

const afterHelp = `
Begin with "spendwatch demo", or where there is a cloud with "spendwatch init".`;

/** Exit codes: 0 all went well, 2 the command line or the configuration is wrong. */
export async function main(self: Process): Promise<number> {
  const { arguments: given, stdout, stderr, signal } = self;
  let code = 0;
  const program = new Command('spendwatch')
    .description('watches spend and idle machines on a compute cloud')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
    })
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', afterHelp)
    .showHelpAfterError('(try --help)');
  const exit = (asked: number): void => {
    code = asked;
  };
  program.commandsGroup('To try it, with no key and nothing real:');
  addDemo(program, stdout, signal);
  addSimulator(program, self);
  program.commandsGroup('To set it up (see docs/running.md):');
  for (const add of [addInit, addPolicy, addDoctor, addTestAlert]) add(program, self, exit);
  program.commandsGroup('To watch:');
  for (const add of [addRun, addOnce]) add(program, self, exit);
  program.commandsGroup('To see what there is (see docs/cli.md):');
  for (const add of [
    addStatus,
    addSpend,
    addVms,
    addIdle,
    addWaste,
    addBudgets,
    addAlerts,
    addActions,
    addSavings,
    addDashboard,
    addExport,
    addExplain,
    addReplay,
  ])
    add(program, self, exit);
  program.commandsGroup('To answer it (see docs/answers.md):');
  for (const add of [addKeep, addApprove, addSilence, addPause, addOrder, addTold]) add(program, self, exit);
  program.commandsGroup('About this program:');
  program.helpCommand('help [command]', 'show the options, examples and exit codes of a command');
  addCompletion(program, self);
  try {
    await program.parseAsync([...given], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof NoAnswerError) return interrupted;
    throw error;
  }
}
