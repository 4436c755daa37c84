import type { Command } from 'commander';
import { type Recovered, recoverHead } from '../../jobs/recover-head.ts';
import { TargetId } from '../../model/ids.ts';
import { withLedger } from '../../service/ledger/open-ledger.ts';
import { userOf } from '../answering.ts';
import { attempt, exitCodes } from '../attempt.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import type { Process } from '../process.ts';
import { wrongOption } from '../reading.ts';
import { settingsToRead } from '../settings-to-read.ts';

/** `spendwatch recover`: begins a target anew whose record in the ledger is damaged. */
export function addRecover(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('recover <target>')
    .summary('begin a target anew whose record in the ledger cannot be read')
    .description('set a record that cannot be read aside and begin its target anew; deletes nothing');
  withLedgerOptions(command)
    .addHelpText(
      'after',
      `
Example:
  spendwatch recover project/lab

Try the version of spendwatch that wrote the record first, or restore the table from a backup: this is
for a record that is really damaged. Its alerts, and the actions that waited in it, are forgotten.
Exit codes: 0 begun anew, 2 the command line or the configuration is wrong, 3 the ledger could not be read.`,
    )
    .action((given: string, flags: LedgerFlags) =>
      attempt(self, exit, async () => {
        const parsed = TargetId.safeParse(given);
        if (!parsed.success)
          throw wrongOption('<target>', 'names a target, such as project/lab or account/main');
        const target = parsed.data;
        const context = { author: userOf(self) ?? 'somebody', now: self.clock.now() };
        const recovered = await withLedger({
          place: placeOf(flags, settingsToRead(self.environment)),
          work: (ledger) => recoverHead(ledger, target, context),
        });
        self.stdout.write(`${inWords[recovered](target)}\n`);
        return recovered === 'begun-anew' ? exitCodes.fine : exitCodes.misconfigured;
      }),
    );
}

const inWords: Readonly<Record<Recovered, (target: TargetId) => string>> = {
  'begun-anew': (target) =>
    `${target} begins anew at the next poll. Its damaged record is kept beside it. What accrued since the platform's ` +
    'last report is counted from now on; its alerts come again if they still hold, and actions are announced again.',
  readable: (target) => `${target} has no record that cannot be read: nothing was changed.`,
  overtaken: (target) => `Somebody else has just begun ${target} anew: nothing was changed.`,
};
