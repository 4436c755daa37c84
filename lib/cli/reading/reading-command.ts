import type { Command } from 'commander';
import type { Settings } from '../../config/settings/settings.ts';
import { readViewInput } from '../../jobs/queries/read-view-input.ts';
import { type Instant, seconds } from '../../model/time/time.ts';
import { type LedgerReader, readLedger } from '../../service/ledger/open-ledger.ts';
import type { Control } from '../../state/control.ts';
import { buildCondition } from '../../views/condition/condition.ts';
import type { WholeInput } from '../../views/view-input.ts';
import { policyFor } from '../configuration.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { type AddCommand, exitCodes, type Process } from '../process.ts';
import { type FormattedReport, type FormFlags, withFormOptions, writeReport } from './report.ts';

/** The input of a command that reads the ledger. */
export type ReadingInput = WholeInput & { readonly ledger: LedgerReader };

export type ReadingAnswer = { readonly report: FormattedReport; readonly code?: number };

/** A command that reads the ledger and changes nothing. */
export type ReadingCommand<Flags> = {
  readonly name: string;
  readonly summary: string;
  readonly options?: (command: Command) => Command;
  readonly examples: readonly string[];
  /** Exit codes besides 2, 3 and 4, such as "0 no alerts, 1 an alert is firing". */
  readonly exits?: string;
  /** True if its report begins with the notices; otherwise the most severe go to standard error. */
  readonly showsNotices?: boolean;
  readonly read: (context: ReadingInput, flags: Flags) => Promise<ReadingAnswer>;
};

/** Returns a reading command with the options, the help and the exit codes that all of them share. */
export const readingCommand =
  <Flags>({
    name,
    summary,
    options = (command) => command,
    examples,
    exits = '0 success',
    showsNotices = false,
    read,
  }: ReadingCommand<Flags>): AddCommand =>
  (program, self, exit) => {
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
          const { answer, zone, notices, unreadable } = await withProgress(self, 'Reading the ledger', () =>
            answerFrom(self, settings, flags, { read, showsNotices }),
          );
          writeReport(self, flags, answer.report, { now: self.clock.now(), zone });
          for (const line of [...notices, ...unreadable]) self.stderr.write(`${line}\n`);
          return unreadable.length > 0 ? exitCodes.blind : (answer.code ?? exitCodes.fine);
        }),
      );
  };

async function answerFrom<Flags>(
  { clock }: Process,
  settings: Settings,
  flags: Flags & LedgerFlags,
  { read, showsNotices }: Required<Pick<ReadingCommand<Flags>, 'read' | 'showsNotices'>>,
) {
  const unreadable = new Set<string>();
  const answered = await readLedger(
    placeOf(flags, settings),
    async (ledger) => {
      const input = await readingInput(ledger, settings, clock.now());
      const { notices } = buildCondition(input.heads, input);
      return {
        answer: await read(input, flags),
        zone: input.policy.timezone,
        notices: notices.flatMap(({ kind, says }) =>
          kind === 'loss' || kind === 'blind' || kind === 'policy' ? [says] : [],
        ),
      };
    },
    ({ message }) => unreadable.add(message),
  );
  return { ...answered, notices: showsNotices ? [] : answered.notices, unreadable: [...unreadable] };
}

/** Reads the input of all reading commands. @throws SettingsError @throws LedgerError */
export async function readingInput(
  ledger: LedgerReader,
  settings: Settings,
  now: Instant,
): Promise<ReadingInput> {
  const { intervals } = settings;
  const policyOf = (control: Control) => policyFor(settings, control);
  return { ledger, ...(await readViewInput(ledger, policyOf, { intervals, now })) };
}

const quietFor = seconds(1);

/** Runs work; on a terminal, shows progress after one second. */
export async function withProgress<T>(
  { clock, stderr }: Pick<Process, 'clock' | 'stderr'>,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  if (stderr.isTTY !== true) return work();
  const over = new AbortController();
  const progress = showProgress();
  try {
    return await work();
  } finally {
    over.abort();
    await progress;
  }

  async function showProgress(): Promise<void> {
    for (let second = 0; ; second += 1) {
      await clock.sleep(quietFor, over.signal);
      if (over.signal.aborted) break;
      stderr.write(`\r${what} ... ${second + 1} s`);
    }
    // Clears the line.
    stderr.write('\r\u001b[K');
  }
}
