import { stringify } from 'csv-stringify/sync';
import { isDecimalText } from '../../model/money/money.ts';
import {
  buildRowRecords,
  type Columns,
  type DataValue,
  listColumnNames,
} from '../../views/columns/column.ts';

export const asJson = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** Formats rows as RFC 4180 CSV with a heading and "\n" between lines. */
export const asCsv = <Row>(rows: readonly Row[], columns: Columns<Row>): string =>
  csvOf(listColumnNames(columns), buildRowRecords(rows, columns));

/** Formats records that all have these names, in this order. */
export const csvOf = (
  names: readonly string[],
  records: readonly Readonly<Record<string, DataValue>>[],
): string => stringify([names, ...records.map((record) => Object.values(record).map(inCell))]);

/**
 * The beginning of a text that a spreadsheet may run as a formula: a sign, also in its full-width or small form or as a
 * minus, after any spaces, controls and invisible characters; or a tab or line break.
 */
const formula = /^(?:[\t\r\n]|[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** Quotes text that a spreadsheet would run as a formula, because users choose the names of resources. */
export const withoutFormula = (text: string): string =>
  formula.test(text) && !isDecimalText(text) ? `'${text}` : text;

function inCell(value: DataValue): string {
  return withoutFormula(value == null ? '' : String(value));
}
