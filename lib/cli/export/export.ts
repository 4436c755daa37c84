import { type Command, Option } from 'commander';
import { withAddress } from '../../config/settings/connections.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { beyondHoursInWords, beyondHoursOfMonth } from '../../jobs/queries/beyond-hours.ts';
import { type ExportOrder, exportCharges } from '../../jobs/queries/export-charges.ts';
import type { ExportUnit } from '../../jobs/queries/export-periods.ts';
import { assertNever } from '../../model/assert-never.ts';
import { getTargetConnection, type TargetId, toTarget } from '../../model/ids.ts';
import type { ChargeWithEstimate } from '../../model/money/charged.ts';
import { parseAddress } from '../../model/parse-address.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import { findPeriod } from '../../model/time/period.ts';
import { LedgerError } from '../../record/ledger.ts';
import { type LedgerReader, readLedger } from '../../service/ledger/open-ledger.ts';
import type { Head } from '../../state/head.ts';
import type { FocusTerms } from '../../views/export/focus.ts';
import { type ExportTally, tallying } from '../../views/export/tally.ts';
import { policyFor } from '../configuration.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { hint, projectNames } from '../names.ts';
import { dataOutput, exitCodes, type Process } from '../process.ts';
import { intervalOf, type PeriodFlags, withPeriodOptions } from '../reading/period-options.ts';
import {
  type ExportForm,
  type ExportFormat,
  exportFormats,
  focusForm,
  linesForm,
  plainForm,
  tallyInWords,
} from './forms.ts';
import { fileSink, ReaderGoneError, type Sink, streamSink } from './sink.ts';

/** The exit code that shells use for Ctrl-C. */
const interrupted = 130;

/** `spendwatch export`: the cost of each resource, for other programs. */
export function addExport(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('export')
    .summary('export the cost of each resource by hour or day, as FOCUS, CSV or JSON Lines')
    .description('export the cost of each resource by hour or day, as FOCUS, CSV or JSON Lines (read-only)')
    .addOption(
      new Option('--format <name>', 'the format: FinOps FOCUS 1.2 as CSV, plain CSV, or JSON Lines')
        .choices(exportFormats)
        .default('focus'),
    )
    .addOption(new Option('--per <unit>', 'the period of a row').choices(['hour', 'day']).default('day'))
    .option('--project <glob...>', 'only these projects')
    .option('--running', 'include the current hour or day, up to the last poll')
    .option('--out <file>', 'the file to write, which appears once complete (default: standard output)')
    .option('--provider <name>', "FOCUS: the provider name (default: the host of the cloud's address)")
    .option('--invoice-issuer <name>', 'FOCUS: the invoice issuer (default: the provider)')
    .option('--billing-account <id>', 'FOCUS: the billing account of projects without one');
  withLedgerOptions(withPeriodOptions(command))
    .addHelpText(
      'after',
      `
Examples:
  spendwatch export --provider 'Example Cloud' --out november.csv
  spendwatch export --format jsonl --per hour --month 2026-11 --project 'ml-*'

Exports the hours or days that start in the selected period (default: this month), with days in the time
zone of the policy. Costs are accrued from price and time; they are not an invoice.
Exit codes: 0 success, 2 the command line or the configuration is wrong, 3 the ledger could be read only in
part, 4 the ledger cannot be used.`,
    )
    .action(async (flags: ExportFlags) => exit(await run(self, flags)));
}

async function run(self: Process, flags: ExportFlags): Promise<number> {
  const { environment, clock, stderr, signal } = self;
  const settings = settingsToRead(environment);
  const now = clock.now();
  const place = placeOf(flags, settings);
  const { policy, fault } = await readLedger(place, async (ledger) =>
    policyFor(settings, await ledger.control()),
  );
  if (fault !== null) stderr.write(`The policy file is not in force: ${fault.because}.\n`);
  const zone = policy.timezone;
  const order = {
    ...intervalOf(flags, zone, now, (at) => findPeriod('month', at, zone).from),
    per: flags.per,
    withRunning: flags.running === true,
    now,
    zone,
    carry: settings.intervals.carryPrice,
  };
  const openSink = sinkOf(self, flags);
  const unreadable = new Set<string>();
  const exporting = async (ledger: LedgerReader) => {
    const heads = await ledger.heads();
    const projects = projectsIn(flags, heads);
    const form = formOf(self, flags, heads, projects);
    const tally = await writeExport(ledger, { ...order, projects }, form, await openSink(), signal);
    const isMonthNow = order.withRunning && order.from === findPeriod('month', now, zone).from;
    const beyond = isMonthNow
      ? beyondHoursOfMonth(heads.filter(({ target }) => projects.includes(target)))
      : null;
    return { tally, asked: projects.length, beyond };
  };
  try {
    const { tally, asked, beyond } = await readLedger(place, exporting, ({ message }) =>
      unreadable.add(message),
    );
    if (tally === null) return interrupted;
    for (const line of [...tallyInWords(tally, asked), ...notExported(beyond), ...unreadable])
      stderr.write(`${line}\n`);
    return unreadable.size > 0 ? exitCodes.blind : exitCodes.fine;
  } catch (error) {
    if (error instanceof ReaderGoneError) return exitCodes.fine;
    throw error;
  }
}

const notExported = (beyond: ChargeWithEstimate | null): string[] =>
  beyond === null ? [] : [`${beyondHoursInWords(beyond)}, so it is not exported`];

function formOf(
  self: Process,
  flags: ExportFlags,
  heads: readonly Head[],
  projects: readonly TargetId[],
): ExportForm {
  const hasNamed = projects.some((project) => getTargetConnection(project) != null);
  switch (flags.format) {
    case 'focus':
      return focusForm(focusTermsIn(self, flags, heads, projects), hasNamed);
    case 'csv':
      return plainForm(hasNamed);
    case 'jsonl':
      return linesForm;
    default:
      return assertNever(flags.format);
  }
}

/**
 * Returns a function that opens the output. After a lost connection the ledger is read from the start; a pipe cannot be
 * rewritten.
 */
function sinkOf(self: Process, { out }: ExportFlags): () => Promise<Sink> {
  if (out !== undefined) return () => fileSink(out);
  let isOpen = false;
  return async () => {
    if (isOpen)
      throw new LedgerError(
        'the ledger became unavailable after part of the export was written: export again',
      );
    isOpen = true;
    return streamSink(dataOutput(self));
  };
}

/** Writes an export piece by piece; returns `null` when it was interrupted. */
async function writeExport(
  ledger: LedgerReader,
  order: ExportOrder,
  form: ExportForm,
  sink: Sink,
  signal: AbortSignal,
): Promise<ExportTally | null> {
  const tally = tallying(order.from);
  try {
    await sink.write(form.heading);
    for await (const { rows, ...period } of exportCharges(ledger, order)) {
      if (signal.aborted) break;
      await sink.write(form.lines(rows));
      tally.add(period, rows);
    }
    if (!signal.aborted) await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
  if (!signal.aborted) return tally.tally();
  await sink.discard();
  return null;
}

export type ExportFlags = LedgerFlags &
  PeriodFlags & {
    readonly format: ExportFormat;
    readonly per: ExportUnit;
    readonly project?: readonly string[];
    readonly running?: true;
    readonly out?: string;
    readonly provider?: string;
    readonly invoiceIssuer?: string;
    readonly billingAccount?: string;
  };

/** Returns the selected projects, sorted. @throws SettingsError for a glob without a match. */
function projectsIn({ project: globs }: ExportFlags, heads: readonly Head[]): readonly TargetId[] {
  const projects = heads.flatMap(({ target }) => (toTarget(target).kind === 'project' ? [target] : []));
  const fits = (glob: string) => (target: TargetId) =>
    projectNames(target).some((name) => fitsGlob(glob, name));
  for (const glob of globs ?? []) {
    if (projects.some(fits(glob))) continue;
    const names = projects.flatMap(projectNames);
    throw wrongSetting('--project', `matches no known project: ${glob}${hint(glob, names)}`);
  }
  return projects.filter((target) => globs?.some((glob) => fits(glob)(target)) ?? true).toSorted();
}

/**
 * Returns the terms of the FOCUS export. The provider is named by the option, or else by the host of the connection's
 * address; where the settings here do not have that connection, by the cloud that was observed.
 * @throws SettingsError without a provider name.
 */
function focusTermsIn(
  { environment, connections = [] }: Process,
  flags: ExportFlags,
  heads: readonly Head[],
  projects: readonly TargetId[],
): FocusTerms {
  const provider = flags.provider?.trim() || null;
  const hosts = new Map([
    [null, hostOf(withAddress(environment)['SPENDWATCH_CLOUD_URL'])],
    ...connections.map(({ name, address }) => [name, hostOf(address)] as const),
  ]);
  const clouds = new Map(heads.map(({ target, observation }) => [target, observation?.cloud ?? null]));
  const nameOf = (project: TargetId): string | null => {
    const connection = getTargetConnection(project) ?? null;
    return provider ?? hosts.get(connection) ?? (connection && (clouds.get(project) ?? connection));
  };
  const isUnknown =
    projects.length === 0
      ? hosts.get(null) === null && hosts.size === 1
      : projects.some((one) => nameOf(one) === null);
  if (provider === null && isUnknown)
    throw wrongSetting(
      '--provider',
      'is required for FOCUS: set the name of the provider that sells the resources',
    );
  return {
    providerOf: (project) => nameOf(project) ?? '',
    invoiceIssuer: flags.invoiceIssuer?.trim() || null,
    billingAccount: flags.billingAccount?.trim() || null,
  };
}

const hostOf = (address: string | undefined): string | null => parseAddress(address ?? '')?.hostname || null;
