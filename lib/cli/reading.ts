import type { Command } from 'commander';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import type { Head } from '../model/head.ts';
import type { Override } from '../model/override.ts';
import type { Policy } from '../model/rules/policy.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';
import { type LedgerReader, readLedger } from '../service/ledger/open-ledger.ts';
import { attempt, exitCodes } from './attempt.ts';
import { type FormFlags, type Report, withFormOptions, writeReport } from './commands/report.ts';
import { policyOf } from './configuration.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from './ledger-options.ts';
import type { Process } from './process.ts';
import { withProgress } from './progress.ts';
import { settingsToRead } from './settings-to-read.ts';

/** The input of a command that reads the ledger. */
export type ReadingInput = {
  readonly ledger: LedgerReader;
  /** Every target, sorted by name. */
  readonly heads: readonly Head[];
  readonly overrides: readonly Override[];
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly now: Instant;
};

export type ReadingAnswer = { readonly report: Report; readonly code?: number };

/** A command that reads the ledger and changes nothing. */
export type Reading<Flags> = {
  readonly name: string;
  readonly summary: string;
  readonly options?: (command: Command) => Command;
  readonly examples: readonly string[];
  /** Exit codes besides 2, 3 and 4, such as "0 no alerts, 1 an alert is firing". */
  readonly exits?: string;
  readonly read: (context: ReadingInput, flags: Flags) => Promise<ReadingAnswer>;
};

/** Adds a reading command with the options, the help and the exit codes that all of them share. */
export function addReading<Flags>(
  program: Command,
  self: Process,
  exit: (code: number) => void,
  { name, summary, options = (command) => command, examples, exits = '0 success', read }: Reading<Flags>,
): void {
  const command = options(program.command(name).summary(summary).description(`${summary} (read-only)`));
  withFormOptions(withLedgerOptions(command))
    .addHelpText(
      'after',
      `
${examples.length === 1 ? 'Example' : 'Examples'}:
${examples.map((example) => `  spendwatch ${example}`).join('\n')}

Environment: SPENDWATCH_POLICY, and with --table the variables of the AWS tools.
Exit codes: ${exits}, 2 the command line or the configuration is wrong,
3 the ledger could be read only in part, 4 the ledger cannot be used.`,
    )
    .action((flags: Flags & FormFlags & LedgerFlags) =>
      attempt(self, exit, async () => {
        const settings = settingsToRead(self.environment);
        const policy = readPolicy(await policyOf(settings), settings.policy);
        const { answer, unreadable } = await withProgress(self, 'Reading the ledger', () =>
          answerFrom(self, settings, flags, policy, read),
        );
        const now = self.clock.now();
        writeReport(self, flags, answer.report, { now, zone: policy.timezone });
        for (const because of unreadable) self.stderr.write(`${because}\n`);
        return unreadable.length > 0 ? exitCodes.blind : (answer.code ?? exitCodes.fine);
      }),
    );
}

async function answerFrom<Flags>(
  { clock }: Process,
  settings: Settings,
  flags: Flags & LedgerFlags,
  policy: Policy,
  read: Reading<Flags>['read'],
) {
  const unreadable = new Set<string>();
  const answer = await readLedger(
    placeOf(flags, settings),
    async (ledger) => {
      const now = clock.now();
      const [unsorted, overrides] = await Promise.all([ledger.heads(), ledger.overrides(now)]);
      const heads = unsorted.toSorted((left, right) => (left.target < right.target ? -1 : 1));
      return read({ ledger, heads, overrides, policy, intervals: settings.intervals, now }, flags);
    },
    ({ message }) => unreadable.add(message),
  );
  return { answer, unreadable: [...unreadable] };
}

/** Returns the error of an option that only the ledger or the policy can show to be wrong. */
export const wrongOption = (variable: string, message: string): SettingsError =>
  new SettingsError([{ variable, message }]);
