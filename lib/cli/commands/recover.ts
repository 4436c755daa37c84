import type { Command } from 'commander';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { type HeadRecovery, recoverHead } from '../../jobs/recover-head.ts';
import { TargetId } from '../../model/ids.ts';
import { withLedger } from '../../service/ledger/open-ledger.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { hint } from '../names.ts';
import { userOf } from '../overriding.ts';
import { exitCodes, type Process } from '../process.ts';

/** `spendwatch recover`: resets a target whose record in the ledger is damaged. */
export function addRecover(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('recover <target>')
    .summary('reset a target whose record in the ledger cannot be read')
    .description('reset a target whose record in the ledger cannot be read; the record is kept aside');
  withLedgerOptions(command)
    .addHelpText(
      'after',
      `
Example:
  spendwatch recover project/lab

First try the version of spendwatch that wrote the record, or restore the ledger from a backup. Recovering
drops the alerts and pending actions of the target.
Exit codes: 0 reset, 2 the command line or the configuration is wrong, 3 the ledger could not be read.`,
    )
    .action((name: string, flags: LedgerFlags) =>
      attempt(self, exit, async () => {
        const parsed = TargetId.safeParse(name);
        if (!parsed.success)
          throw wrongSetting('<target>', 'must be a target, such as project/lab or account/main');
        const target = parsed.data;
        const context = { author: userOf(self) ?? 'somebody', now: self.clock.now() };
        const { recovered, known } = await withLedger({
          place: placeOf(flags, settingsToRead(self.environment)),
          work: async (ledger) => ({
            recovered: await recoverHead(ledger, target, context),
            known: (await ledger.heads()).map((head) => head.target),
          }),
        });
        if (!known.includes(target))
          throw wrongSetting('<target>', `${target} is not in the ledger${hint(target, known)}`);
        self.stdout.write(`${inWords[recovered](target)}\n`);
        return recovered === 'begun-anew' ? exitCodes.fine : exitCodes.misconfigured;
      }),
    );
}

const inWords: Readonly<Record<HeadRecovery, (target: TargetId) => string>> = {
  'begun-anew': (target) =>
    `${target} was reset and starts over at the next poll. The damaged record is kept. Spend accrued since the ` +
    "platform's last report is counted from now on; alerts fire again if they still apply, and actions are announced again.",
  readable: (target) => `The record of ${target} can be read: nothing was changed.`,
  overtaken: (target) => `${target} was just reset by another process: nothing was changed.`,
};
