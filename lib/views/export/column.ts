import type { ExportRow } from './rows.ts';

/** A column of a table: its name, and the function that returns its cell, `null` for an unknown value. */
export type ExportColumn<Terms = undefined> = readonly [
  name: string,
  cell: (row: ExportRow, terms: Terms) => string | null,
];

/** Returns the cells of a row in the order of the columns. An empty text counts as unknown. */
export const formatRowCells = <Terms>(
  columns: readonly ExportColumn<Terms>[],
  row: ExportRow,
  terms: Terms,
): readonly (string | null)[] => columns.map(([, cell]) => cell(row, terms) || null);
