import * as z from 'zod';
import type { BitReader, BitWriter } from './bits.ts';
import { type Cell, type Form, Numbers, numbersForm, readNumbers, sizeOf } from './number-forms.ts';

const Column = z.discriminatedUnion('kind', [
  ...Numbers.options,
  /** A series of whole numbers: the first, and the difference of each from the one before. */
  z.object({ kind: z.literal('rising'), first: z.number().int(), by: Numbers }),
]);
type Column = z.infer<typeof Column>;

/** Returns numbers in their shortest form: themselves, or their differences. */
function writeColumn(cells: readonly Cell[], bits: BitWriter): Column {
  const { column, numbers, width } = formOf(cells);
  for (const number of numbers) bits.write(number, width);
  return column;
}

/** The size of the mark for differences. */
const risingSize = 10;

function formOf(cells: readonly Cell[]): Form<Column> {
  const numbers = numbersForm(cells);
  if (numbers.width === 0) return numbers;
  const steps = stepsBetween(cells);
  if (steps === null) return numbers;
  const by = numbersForm(steps);
  const saved = sizeOf(numbers) - sizeOf(by);
  const first = cells[0] ?? 0;
  return saved > risingSize ? { ...by, column: { kind: 'rising', first, by: by.column } } : numbers;
}

/** Returns the differences; `null` for fewer than two numbers, or for fractions. */
function stepsBetween(cells: readonly Cell[]): number[] | null {
  const steps: number[] = [];
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (cell === null || !Number.isSafeInteger(cell)) return null;
    if (before === undefined || before === null) continue;
    if (!Number.isSafeInteger(cell - before)) return null;
    steps.push(cell - before);
  }
  return steps.length > 1 ? steps : null;
}

function readColumn(column: Column, bits: BitReader): readonly Cell[] {
  if (column.kind !== 'rising') return readNumbers(column, bits);
  let cell = column.first;
  return [cell, ...readNumbers(column.by, bits).map((step) => (cell += step ?? 0))];
}

/** The number of digits up to which numbers are exact. */
const mostDigits = 15;

/** Names that differ only in a number at their end, with a number of digits; 0 means without padding. */
const Numbered = z.object({
  kind: z.literal('numbered'),
  prefix: z.string(),
  digits: z.number().int().min(0).max(mostDigits),
  of: Column,
});

/** A record of columns. Columns of other values than numbers stay as they are. */
export const StoredColumns = z.record(z.string(), z.union([z.array(z.unknown()), Column, Numbered]));
export type StoredColumns = z.infer<typeof StoredColumns>;

/** Writes each column of numbers in its shortest form; `readColumns` reads the bits. */
export function writeColumns(
  columns: Readonly<Record<string, readonly unknown[]>>,
  bits: BitWriter,
): StoredColumns {
  const stored: StoredColumns = {};
  for (const [name, values] of Object.entries(columns)) {
    if (values.length > 0 && values.every(isCell)) stored[name] = writeColumn(values, bits);
    else stored[name] = writeNumbered(values, bits) ?? [...values];
  }
  return stored;
}

/** Undoes `writeColumns`. Records must be read in the order in which they were written. */
export function readColumns(stored: StoredColumns, bits: BitReader): Record<string, readonly unknown[]> {
  const columns: Record<string, readonly unknown[]> = {};
  for (const [name, column] of Object.entries(stored)) {
    if (Array.isArray(column)) columns[name] = column;
    else columns[name] = column.kind === 'numbered' ? readNumbered(column, bits) : readColumn(column, bits);
  }
  return columns;
}

/** @throws RangeError for a number that JSON would silently turn into null. */
function isCell(value: unknown): value is Cell {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} cannot be stored`);
  return value === null || typeof value === 'number';
}

/** The least length of a column that is packed. */
const leastNames = 4;

/** Returns the column in that form; `null` for any other. */
function writeNumbered(values: readonly unknown[], bits: BitWriter): z.infer<typeof Numbered> | null {
  if (values.length < leastNames || !values.every((value) => typeof value === 'string')) return null;
  const names = values.map((value) => /^(.*?)(\d{1,15})$/s.exec(value));
  const [, prefix = '', number = ''] = names[0] ?? [];
  const isPadded = names.every((name) => name?.[2]?.length === number.length);
  const digits = isPadded ? number.length : 0;
  const numbers = names.map((name) => (name?.[1] === prefix ? Number(name[2]) : Number.NaN));
  const isSame = numbers.every((numbered, index) => nameOf(prefix, digits, numbered) === values[index]);
  return isSame ? { kind: 'numbered', prefix, digits, of: writeColumn(numbers, bits) } : null;
}

const nameOf = (prefix: string, digits: number, number: number): string =>
  `${prefix}${String(number).padStart(digits, '0')}`;

const readNumbered = ({ prefix, digits, of }: z.infer<typeof Numbered>, bits: BitReader): readonly string[] =>
  readColumn(of, bits).map((number) => nameOf(prefix, digits, number ?? 0));

/** @throws RangeError when the column is too short. */
export function cellAt<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw new RangeError('its columns differ in length');
  return value;
}
