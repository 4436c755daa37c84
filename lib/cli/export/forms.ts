import { stringify } from 'csv-stringify/sync';
import { chargeToMoney, moneyInWords } from '../../model/money/money.ts';
import { spanInWords } from '../../model/time/time.ts';
import { type Column, cellsOf } from '../../views/export/column.ts';
import { type FocusTerms, focusColumns } from '../../views/export/focus.ts';
import { plainColumns, plainRecord } from '../../views/export/plain.ts';
import type { ExportRow } from '../../views/export/rows.ts';
import type { ExportTally } from '../../views/export/tally.ts';

export const exportFormats = ['focus', 'csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How rows are written: what comes before them, and some of them. */
export type ExportForm = {
  readonly heading: string;
  readonly lines: (rows: readonly ExportRow[]) => string;
};

/** FOCUS wants every text as it was given, also where a spreadsheet would take it for a formula. */
export const focusForm = (terms: FocusTerms): ExportForm => csvForm(focusColumns, terms, false);

/** For spreadsheets: what begins like a formula gets a quote before it, since names come from whoever made a resource. */
export const plainForm: ExportForm = csvForm(plainColumns, undefined, true);

export const linesForm: ExportForm = {
  heading: '',
  lines: (rows) => rows.map((row) => `${JSON.stringify(plainRecord(row))}\n`).join(''),
};

/** RFC 4180, with "\n" between lines. A `null` is an empty cell. */
function csvForm<Terms>(
  columns: readonly Column<Terms>[],
  terms: Terms,
  isForSpreadsheets: boolean,
): ExportForm {
  const options = { escape_formulas: isForSpreadsheets };
  return {
    heading: stringify([columns.map(([name]) => name)]),
    lines: (rows) =>
      stringify(
        rows.map((row) => cellsOf(columns, row, terms)),
        options,
      ),
  };
}

/** For whoever exported: what it came to, and what is not as it could be. */
export function tallyInWords(tally: ExportTally, asked: number): readonly string[] {
  const { rows, projects, charge, unattributed, withoutAccount, gap, missing } = tally;
  const usd = moneyInWords(chargeToMoney(charge));
  const silent = asked - projects;
  return [
    `${counted(rows, 'row')} of ${counted(projects, 'project')}, ${usd} accrued`,
    ...(unattributed.isZero()
      ? []
      : [`${moneyInWords(chargeToMoney(unattributed))} of it is of resources that are not told apart`]),
    ...(silent === 0 ? [] : [`of ${counted(silent, 'project')} nothing is known in this time`]),
    ...(missing === 0 ? [] : [`not watched, or no longer known: ${spanInWords(missing)}, over all projects`]),
    ...(gap === 0 ? [] : [`some price was not known for ${spanInWords(gap)}, over all projects`]),
    ...(withoutAccount === 0
      ? []
      : [`no billing account is shown for ${counted(withoutAccount, 'project')}`]),
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
