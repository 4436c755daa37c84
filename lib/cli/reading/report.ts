import { type Command, Option } from 'commander';
import { withLocalTimes } from '../../model/time/local-times.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import { buildRowRecords, type Columns, type ReportMoment } from '../../views/columns/column.ts';
import { dataOutput, type Process } from '../process.ts';
import { asCsv, asJson } from '../tables/data-forms.ts';
import { type Colors, colorsFor, widthOf } from '../terminal.ts';

/** The output format: text for people by default. */
export type FormFlags = { readonly json?: true; readonly csv?: true };

/** The output that text for people is laid out for. */
export type Paper = ReportMoment & {
  /** Columns; infinite in a pipe or a file. */
  readonly width: number;
  readonly colors: Colors;
};

/** One report in its three formats. */
export type FormattedReport = {
  readonly text: (paper: Paper) => readonly string[];
  readonly json: () => string;
  readonly csv: () => string;
};

/** Returns the report of one list, which is a member of its JSON document. */
export const listReport = <Row>(
  name: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  now: Instant,
  text: FormattedReport['text'],
): FormattedReport => ({
  text,
  json: () => asJson({ asOf: isoInstant(now), [name]: buildRowRecords(rows, columns) }),
  csv: () => asCsv(rows, columns),
});

export const withFormOptions = (command: Command): Command =>
  command
    .option('--json', 'print as JSON, with exact figures')
    .addOption(new Option('--csv', 'print as CSV, with exact figures').conflicts('json'));

/** Writes a report to standard output in the requested format. */
export function writeReport(
  self: Pick<Process, 'stdout' | 'data' | 'environment'>,
  { json, csv }: FormFlags,
  report: FormattedReport,
  { now, zone }: ReportMoment,
): void {
  const { stdout, environment } = self;
  if (json) dataOutput(self).write(report.json());
  else if (csv) dataOutput(self).write(report.csv());
  else {
    const paper = { width: widthOf(stdout), colors: colorsFor(stdout, environment), now, zone };
    stdout.write(`${withLocalTimes(report.text(paper).join('\n'), zone)}\n`);
  }
}
