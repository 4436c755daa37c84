import { type Column, formatCell } from '../../views/columns/column.ts';
import type { Paper } from '../reading/report.ts';
import { toneColors } from '../terminal.ts';
import { cellsOf, cut, padded, wrap } from './cut.ts';

const gap = '  ';

/**
 * Returns a table that fits a terminal: wide columns are cut, then the least important ones dropped. A column that is
 * empty in every row is left out.
 */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  paper: Paper,
): string[] {
  const { width, colors } = paper;
  const filled = columns.filter(
    (column) =>
      column.title !== undefined &&
      ((column.rank ?? 0) === 0 || rows.some((row) => formatCell(column, row, paper) !== '')),
  );
  const fitting = fitted(
    filled.map((column) => measured(column, rows, paper)),
    width,
  );
  const beside = new Set(fitting.map(({ column }) => column));
  const below = filled.filter((column) => column.under && !beside.has(column));
  const title = fitting
    .map(({ column, width: cells }) => padded(column.title ?? '', cells, column.align))
    .join(gap);
  return [
    colors.bold(title.trimEnd()),
    ...rows.flatMap((row) => [
      lineOf(row, fitting, paper),
      ...below.flatMap((column) => linesUnder(row, column, paper)),
    ]),
  ];
}

function lineOf<Row>(row: Row, fitting: readonly Measured<Row>[], paper: Paper): string {
  const paints = toneColors(paper.colors);
  const cells = fitting.map(({ column, width }, index) => {
    const isLast = index === fitting.length - 1 && column.align !== 'right';
    const whole = formatCell(column, row, paper);
    const text = isLast ? cut(whole, width) : padded(whole, width, column.align);
    return text.trim() === '' ? text : paints[column.tone?.(row, paper) ?? 'plain'](text);
  });
  return cells.join(gap).trimEnd();
}

function linesUnder<Row>(row: Row, column: Column<Row>, paper: Paper): string[] {
  const text = formatCell(column, row, paper);
  return text === ''
    ? []
    : wrap(text, paper.width - gap.length).map((line) => paper.colors.dim(`${gap}${line}`));
}

/** Returns a function that lays out a table under a title and a note; nothing where there are no rows. */
export const titledTables =
  (paper: Paper) =>
  <Row>(title: string, rows: readonly Row[], columns: readonly Column<Row>[], note: string): string[] => {
    if (rows.length === 0) return [];
    const notes = wrap(note, paper.width).map(paper.colors.dim);
    return ['', paper.colors.bold(title), ...notes, ...tableLines(rows, columns, paper)];
  };

type Measured<Row> = { readonly column: Column<Row>; readonly width: number; readonly least: number };

function measured<Row>(column: Column<Row>, rows: readonly Row[], paper: Paper): Measured<Row> {
  const title = cellsOf(column.title ?? '');
  const width = rows.reduce(
    (widest, row) => Math.max(widest, cellsOf(formatCell(column, row, paper))),
    title,
  );
  return { column, width, least: Math.min(width, Math.max(title, column.least ?? width)) };
}

function fitted<Row>(columns: readonly Measured<Row>[], width: number): readonly Measured<Row>[] {
  if (sum(columns, 'least') <= width) return narrowed(columns, sum(columns, 'width') - width);
  const first = columns.reduce((highest, { column: { rank = 0 } }) => Math.max(highest, rank), 0);
  if (first === 0) return squeezed(columns, width);
  const gone = columns.findLastIndex(({ column }) => column.rank === first);
  return fitted(columns.toSpliced(gone, 1), width);
}

const sum = <Row>(columns: readonly Measured<Row>[], of: 'width' | 'least'): number =>
  columns.reduce((total, column) => total + column[of] + gap.length, -gap.length);

/** Narrows columns cell by cell, each time the one with the most spare width. */
function narrowed<Row>(columns: readonly Measured<Row>[], over: number): readonly Measured<Row>[] {
  const widths = columns.map((column) => column.width);
  for (let left = over; left > 0; left -= 1) {
    const spare = columns.map(({ least }, index) => (widths[index] ?? 0) - least);
    const most = spare.indexOf(Math.max(...spare));
    widths[most] = (widths[most] ?? 0) - 1;
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }));
}

/** Cuts the widest columns, even numbers, when there is hardly any room. */
const squeezed = <Row>(columns: readonly Measured<Row>[], width: number): readonly Measured<Row>[] =>
  narrowed(
    columns.map((column) => ({ ...column, least: 1 })),
    Math.min(
      sum(columns, 'width') - width,
      sum(columns, 'width') -
        sum(
          columns.map((column) => ({ ...column, least: 1 })),
          'least',
        ),
    ),
  );
