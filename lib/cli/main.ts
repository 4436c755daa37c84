import { Command, CommanderError, Help } from 'commander';
import { withoutKeys } from '../config/settings/may-be-key.ts';
import { commandIn } from '../config/settings/settings.ts';
import { renamed } from '../config/settings/settings-error.ts';
import { LedgerError } from '../record/ledger.ts';
import { groupsFor } from './command-groups.ts';
import { isMisconfigured } from './configuration.ts';
import { withEnvFile } from './env-file.ts';
import { type InitFlags, variablesOf } from './init/prompts.ts';
import { InterruptedError } from './interrupted.ts';
import { withRunnable } from './own-command.ts';
import { version } from './package-folder.ts';
import { exitCodes, type Process } from './process.ts';
import { NoAnswerError } from './prompt.ts';
import { withSettingsFile } from './settings-at-hand.ts';
import { onSimulated } from './simulation/simulated-time.ts';

const afterHelp = `
Start with "spendwatch demo", or with "spendwatch init" if you have an API key.`;

/** The commands that watch nothing of the user, so that no settings are read for them. */
const withoutSettings = ['demo', 'simulator'];

/** Runs a command. Exit codes: 0 success, 2 the command line or the configuration is wrong, 4 the ledger cannot be used. */
export async function main(started: Process): Promise<number> {
  const self = { ...started, data: started.stdout };
  const stdout = withRunnable(started.stdout, self);
  const stderr = withRunnable(started.stderr, self);
  Object.assign(self, { stdout, stderr });
  const { arguments: given } = self;
  let code = 0;
  const program = new Command('spendwatch')
    .description('monitors spend and idle VMs on a GPU or compute cloud')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
    })
    .configureHelp({
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
    })
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', afterHelp)
    .showHelpAfterError('(try --help)');
  program.hook('preAction', async (_, command) => {
    if (!withoutSettings.includes(command.name())) {
      const options = command.name() === 'init' ? variablesOf(command.opts<InitFlags>()) : {};
      Object.assign(self, await withEnvFile(self, options));
      Object.assign(self, await withSettingsFile(self, { ...started.environment, ...options }));
      Object.assign(self, { command: commandIn(self.environment) ?? started.command });
    }
    Object.assign(self, await onSimulated(self, command));
  });
  const exit = (asked: number): void => {
    code = asked;
  };
  for (const { heading, commands } of await groupsFor(given)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, self, exit);
  }
  program.commandsGroup('Help:');
  program.helpCommand('help [command]', 'show the options, examples and exit codes of a command');
  try {
    await program.parseAsync([...given], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.misconfigured;
    if (error instanceof NoAnswerError || error instanceof InterruptedError) return exitCodes.interrupted;
    if (!isMisconfigured(error) && !(error instanceof LedgerError)) throw error;
    stderr.write(`${withoutKeys(renamed(error, self.placeOf).message)}\n`);
    return error instanceof LedgerError ? exitCodes.unledgered : exitCodes.misconfigured;
  }
}
