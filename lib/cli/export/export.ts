import { type Command, Option } from 'commander';
import { readPolicy } from '../../config/policy/read-policy.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Head } from '../../model/head.ts';
import { type ProjectId, targetOf } from '../../model/ids.ts';
import { periodAt } from '../../model/time/period.ts';
import { LedgerError } from '../../record/ledger.ts';
import { type LedgerReader, readLedger } from '../../service/ledger/open-ledger.ts';
import { exitCodes } from '../attempt.ts';
import { policyOf } from '../configuration.ts';
import { placeOf, withLedgerOptions } from '../ledger-options.ts';
import { intervalOf, withPeriodOptions } from '../period-options.ts';
import type { Process } from '../process.ts';
import { settingsToRead } from '../settings-to-read.ts';
import { type ExportFlags, focusTermsIn, projectsIn } from './flags.ts';
import { type ExportForm, exportFormats, focusForm, linesForm, plainForm, tallyInWords } from './forms.ts';
import { fileSink, ReaderGoneError, type Sink, streamSink } from './sink.ts';
import { writeExport } from './write.ts';

/** What shells show of a program that was ended with Ctrl-C. */
const interrupted = 130;

/** `spendwatch export`: what every resource cost, for other programs. */
export function addExport(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('export')
    .summary('write what each resource cost, by hour or day, for other programs')
    .description('write what each resource cost, by hour or day, for other programs; changes nothing')
    .addOption(
      new Option('--format <name>', 'FinOps FOCUS 1.2 as CSV, plain CSV, or JSON Lines')
        .choices(exportFormats)
        .default('focus'),
    )
    .addOption(new Option('--per <unit>', 'a row for each').choices(['hour', 'day']).default('day'))
    .option('--project <glob...>', 'only these projects')
    .option('--running', 'the hour or day that runs too, up to the last look')
    .option('--out <file>', 'a file, which appears when it is whole, in place of standard output')
    .option('--provider <name>', 'for FOCUS: who sells it (default: the host of SPENDWATCH_CLOUD_URL)')
    .option('--invoice-issuer <name>', 'for FOCUS: who sends the invoice (default: the provider)')
    .option('--billing-account <id>', 'for FOCUS: that of projects that show none');
  withLedgerOptions(withPeriodOptions(command))
    .addHelpText(
      'after',
      `
Examples:
  spendwatch export --provider 'Example Cloud' --out november.csv
  spendwatch export --format jsonl --per hour --month 2026-11 --project 'ml-*'

Periods that begin in the time asked for, this month so far unless given; days are those of the policy's
time zone. Figures are what spendwatch reckons, price by time, and no invoice.
Exit codes: 0 exported, 2 the command line or the configuration is wrong, 3 the ledger could not be read whole,
4 it cannot be used.`,
    )
    .action(async (flags: ExportFlags) => exit(await run(self, flags)));
}

async function run(self: Process, flags: ExportFlags): Promise<number> {
  const { environment, clock, stderr, signal } = self;
  const settings = settingsToRead(environment);
  const { timezone: zone } = readPolicy(await policyOf(settings), settings.policy);
  const now = clock.now();
  const order = {
    ...intervalOf(flags, zone, now, (at) => periodAt('month', at, zone).from),
    per: flags.per,
    withRunning: flags.running === true,
    now,
    zone,
    carry: settings.intervals.carryPrice,
  };
  const form = formOf(self, flags);
  const openSink = sinkOf(self, flags);
  const unreadable = new Set<string>();
  const exporting = async (ledger: LedgerReader) => {
    const projects = projectsIn(flags, projectsOf(await ledger.heads()));
    const tally = await writeExport(ledger, { ...order, projects }, form, await openSink(), signal);
    return { tally, asked: projects.length };
  };
  try {
    const { tally, asked } = await readLedger(placeOf(flags, settings), exporting, ({ message }) =>
      unreadable.add(message),
    );
    if (tally === null) return interrupted;
    for (const line of [...tallyInWords(tally, asked), ...unreadable]) stderr.write(`${line}\n`);
    return unreadable.size > 0 ? exitCodes.blind : exitCodes.fine;
  } catch (error) {
    if (error instanceof ReaderGoneError) return exitCodes.fine;
    throw error;
  }
}

const projectsOf = (heads: readonly Head[]): readonly ProjectId[] =>
  heads.flatMap(({ target }) => {
    const told = targetOf(target);
    return told.kind === 'project' ? [told.project] : [];
  });

function formOf({ environment }: Process, flags: ExportFlags): ExportForm {
  switch (flags.format) {
    case 'focus':
      return focusForm(focusTermsIn(flags, environment));
    case 'csv':
      return plainForm;
    case 'jsonl':
      return linesForm;
    default:
      return assertNever(flags.format);
  }
}

/** A ledger that went away is read anew from the beginning; what went down a pipe cannot be taken back. */
function sinkOf({ stdout }: Process, { out }: ExportFlags): () => Promise<Sink> {
  if (out !== undefined) return () => fileSink(out);
  let isOpen = false;
  return async () => {
    if (isOpen) throw new LedgerError('the ledger went away, and a part was written: export once more');
    isOpen = true;
    return streamSink(stdout);
  };
}
