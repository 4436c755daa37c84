import { stringify } from 'csv-stringify/sync';
import { amountInWords } from '../../model/money/estimate.ts';
import { chargeToMoney, moneyInWords } from '../../model/money/money.ts';
import { spanInWords } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { type ExportColumn, formatRowCells } from '../../views/export/column.ts';
import { type FocusTerms, focusColumns, focusConnection } from '../../views/export/focus.ts';
import { plainColumns, plainConnection, plainRecord } from '../../views/export/plain.ts';
import type { ExportRow } from '../../views/export/rows.ts';
import type { ExportTally } from '../../views/export/tally.ts';
import { withoutFormula } from '../tables/data-forms.ts';

export const exportFormats = ['focus', 'csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** An output format: its heading and its rows. */
export type ExportForm = {
  readonly heading: string;
  readonly lines: (rows: readonly ExportRow[]) => string;
};

/** Returns the FOCUS format, with a column of connections where one has a name. It keeps every text unchanged, even where a spreadsheet would run it as a formula. */
export const focusForm = (terms: FocusTerms, hasNamed: boolean): ExportForm =>
  csvForm(hasNamed ? [...focusColumns, focusConnection] : focusColumns, terms, false);

/** Plain CSV for spreadsheets. Text that starts like a formula is quoted, because users choose the names of resources. */
export const plainForm = (hasNamed: boolean): ExportForm =>
  csvForm(hasNamed ? [...plainColumns, plainConnection] : plainColumns, undefined, true);

export const linesForm: ExportForm = {
  heading: '',
  lines: (rows) => rows.map((row) => `${JSON.stringify(plainRecord(row))}\n`).join(''),
};

/** Returns an RFC 4180 format with "\n" between lines. A `null` is an empty cell. */
function csvForm<Terms>(
  columns: readonly ExportColumn<Terms>[],
  terms: Terms,
  isForSpreadsheets: boolean,
): ExportForm {
  const shown = (cell: string | null) => (cell !== null && isForSpreadsheets ? withoutFormula(cell) : cell);
  return {
    heading: stringify([columns.map(([name]) => name)]),
    lines: (rows) => stringify(rows.map((row) => formatRowCells(columns, row, terms).map(shown))),
  };
}

/** Describes the total of an export and its gaps. */
export function tallyInWords(tally: ExportTally, projectCount: number): readonly string[] {
  const { rows, projects, charge, estimated, unattributed, withoutAccount, gap, missing } = tally;
  const usd = amountInWords(chargeToMoney(charge), chargeToMoney(estimated));
  const withoutData = projectCount - projects;
  return [
    `${counted(rows, 'row')} of ${counted(projects, 'project')}, ${usd} accrued`,
    ...(unattributed.isZero()
      ? []
      : [`${moneyInWords(chargeToMoney(unattributed))} of it is not attributed to individual resources`]),
    ...(withoutData === 0 ? [] : [`${counted(withoutData, 'project')} without data in this period`]),
    ...(missing === 0 ? [] : [`no data, or no longer kept, for up to ${spanInWords(missing)} of a project`]),
    ...(gap === 0 ? [] : [`prices unknown for up to ${spanInWords(gap)} of a project`]),
    ...(withoutAccount === 0 ? [] : [`no billing account for ${counted(withoutAccount, 'project')}`]),
  ];
}
