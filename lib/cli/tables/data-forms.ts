import { stringify } from 'csv-stringify/sync';
import { isDecimalText } from '../../model/money/money.ts';

/** A value in data formats: money and prices as exact decimal text, times as RFC 3339. */
export type DataValue = string | number | boolean | null | undefined;

/** A field of a record in data formats. */
export type Field<Row> = { readonly name: string; readonly value: (row: Row) => DataValue };

/** Returns the fields that show members of a row as they are. */
export const ownFields = <Name extends string>(
  ...names: readonly Name[]
): Field<Readonly<Record<Name, DataValue>>>[] => names.map((name) => ({ name, value: (row) => row[name] }));

/** Returns each row as an object with the fields in order. */
export const recordsOf = <Row>(
  rows: readonly Row[],
  fields: readonly Field<Row>[],
): Record<string, DataValue>[] =>
  rows.map((row) => Object.fromEntries(fields.map(({ name, value }) => [name, value(row) ?? null])));

export const asJson = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** Formats rows as RFC 4180 CSV with a heading and "\n" between lines. */
export function asCsv<Row>(rows: readonly Row[], fields: readonly Field<Row>[]): string {
  const names = fields.map(({ name }) => name);
  return stringify([names, ...rows.map((row) => fields.map(({ value }) => inCell(value(row))))]);
}

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
