import type { ExportRow } from './rows.ts';

/** A column of a table: its name, and what it says of a row; `null` where that is not known. */
export type Column<Terms = undefined> = readonly [
  name: string,
  cell: (row: ExportRow, terms: Terms) => string | null,
];

/** A row's cells in the order of the columns. An empty text says nothing. */
export const cellsOf = <Terms>(
  columns: readonly Column<Terms>[],
  row: ExportRow,
  terms: Terms,
): readonly (string | null)[] => columns.map(([, cell]) => cell(row, terms) || null);
