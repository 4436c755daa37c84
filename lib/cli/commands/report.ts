import { type Command, Option } from 'commander';
import type { Instant } from '../../model/time/time.ts';
import type { Process } from '../process.ts';
import { type Colors, colorsFor, widthOf } from '../terminal.ts';

/** In which form an answer is asked for: for people unless said otherwise. */
export type FormFlags = { readonly json?: true; readonly csv?: true };

/** What text for people is written on. */
export type Paper = {
  /** Infinite where nobody looks at it, such as in a pipe. */
  readonly width: number;
  readonly colors: Colors;
  readonly now: Instant;
  /** IANA name of the zone whose clocks count. */
  readonly zone: string;
};

/** One answer in its three forms. */
export type Report = {
  readonly text: (paper: Paper) => readonly string[];
  readonly json: () => string;
  readonly csv: () => string;
};

export const withFormOptions = (command: Command): Command =>
  command
    .option('--json', 'the same as JSON, with exact figures')
    .addOption(new Option('--csv', 'the same as CSV, with exact figures').conflicts('json'));

/** Writes a report to standard output in the form that was asked for. */
export function writeReport(
  { stdout, environment }: Pick<Process, 'stdout' | 'environment'>,
  { json, csv }: FormFlags,
  report: Report,
  { now, zone }: Pick<Paper, 'now' | 'zone'>,
): void {
  if (json) stdout.write(report.json());
  else if (csv) stdout.write(report.csv());
  else {
    const paper = { width: widthOf(stdout), colors: colorsFor(stdout, environment), now, zone };
    stdout.write(`${report.text(paper).join('\n')}\n`);
  }
}
