import * as z from 'zod';
import { assertNever } from '../model/assert-never.ts';
import { type BitReader, type BitWriter, widthOf } from './bits.ts';

type Cell = number | null;

const Cells = z.array(z.number().nullable());
/** Far above any fleet: a damaged count must not fill the memory. */
const Count = z.number().int().min(0).max(1_000_000);
const Width = z.number().int().min(0).max(53);

/** How a column of numbers is stored. What is not in it stands among the bits. */
const Column = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), values: Cells }),
  /** The bits are indexes into `values`, as wide as the last; there are none when all are alike. */
  z.object({ kind: z.literal('coded'), values: Cells, count: Count }),
  /** The bits are steps from the least, each `width` wide: `(least + bits * step) / scale`. */
  z.object({
    kind: z.literal('stepped'),
    least: z.number().int(),
    step: z.number().int(),
    scale: z.number().int().positive(),
    /** Whether there are nulls: 0 is then null, and steps count from 1. */
    nulls: z.boolean(),
    count: Count,
    width: Width,
  }),
]);
type Column = z.infer<typeof Column>;

/** A record of columns. Those of anything but numbers stay as they are. */
export const StoredColumns = z.record(z.string(), z.union([z.array(z.unknown()), Column]));
export type StoredColumns = z.infer<typeof StoredColumns>;

/** Puts each column of numbers in its shortest form; what goes among the bits is for `readColumns`. */
export function writeColumns(
  columns: Readonly<Record<string, readonly unknown[]>>,
  bits: BitWriter,
): StoredColumns {
  const stored: StoredColumns = {};
  for (const [name, values] of Object.entries(columns)) {
    stored[name] = values.length > 0 && values.every(isCell) ? writeColumn(values, bits) : [...values];
  }
  return stored;
}

/** Undoes `writeColumns`. Records must be read in the order in which they were written. */
export function readColumns(stored: StoredColumns, bits: BitReader): Record<string, readonly unknown[]> {
  const columns: Record<string, readonly unknown[]> = {};
  for (const [name, column] of Object.entries(stored)) {
    columns[name] = Array.isArray(column) ? column : readColumn(column, bits);
  }
  return columns;
}

/** @throws RangeError for a number that JSON would turn into null without a word. */
function isCell(value: unknown): value is Cell {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} cannot be stored`);
  return value === null || typeof value === 'number';
}

/** A column in one of its forms, with the numbers that go among the bits. */
type Form = { readonly column: Column; readonly numbers: readonly number[]; readonly width: number };

function writeColumn(cells: readonly Cell[], bits: BitWriter): Column {
  const coded = codedForm(cells);
  const { column, numbers, width } = coded.width === 0 ? coded : shortest(cells, coded, steppedForm(cells));
  for (const number of numbers) bits.write(number, width);
  return column;
}

function shortest(cells: readonly Cell[], coded: CodedForm, stepped: Form | null): Form {
  const listedSize = textSize(cells);
  const codedSize = textSize(coded.column.values) + bitSize(coded);
  const steppedSize = stepped === null ? Number.POSITIVE_INFINITY : stepsSize + bitSize(stepped);
  if (stepped !== null && steppedSize < Math.min(codedSize, listedSize)) return stepped;
  return codedSize < listedSize
    ? coded
    : { column: { kind: 'listed', values: [...cells] }, numbers: [], width: 0 };
}

/** About what figures written out come to once deflated: not half a byte for each digit and comma. */
function textSize(cells: readonly Cell[]): number {
  let characters = 0;
  for (const cell of cells) characters += String(cell).length + 1;
  return characters * 0.45;
}

/** What the members of a stepped column come to. */
const stepsSize = 12;

/** Deflate takes nothing off bits. */
const bitSize = ({ numbers, width }: Form): number => (numbers.length * width) / 8;

type CodedForm = Form & { readonly column: Extract<Column, { kind: 'coded' }> };

function codedForm(cells: readonly Cell[]): CodedForm {
  const codes = new Map<Cell, number>();
  const numbers: number[] = [];
  for (const cell of cells) {
    const code = codes.get(cell) ?? codes.size;
    codes.set(cell, code);
    numbers.push(code);
  }
  const width = widthOf(codes.size - 1);
  return { column: { kind: 'coded', values: [...codes.keys()], count: cells.length }, numbers, width };
}

/** Powers of ten: figures come with up to so many decimals. */
const scales = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

const isExactIn = (cell: Cell, scale: number): boolean =>
  cell === null ||
  (Number.isSafeInteger(Math.round(cell * scale)) && Math.round(cell * scale) / scale === cell);

/** `null` for figures of more decimals, or too far apart to count the steps between them. */
function steppedForm(cells: readonly Cell[]): Form | null {
  const scale = scales.find((candidate) => cells.every((cell) => isExactIn(cell, candidate)));
  if (scale === undefined) return null;
  const scaled = cells.map((cell) => (cell === null ? null : Math.round(cell * scale)));
  let least = Number.MAX_SAFE_INTEGER;
  let most = Number.MIN_SAFE_INTEGER;
  for (const figure of scaled) {
    if (figure !== null && figure < least) least = figure;
    if (figure !== null && figure > most) most = figure;
  }
  if (!Number.isSafeInteger(most - least + 1)) return null;
  const divisor = scaled.reduce<number>(
    (found, figure) => greatestDivisor(found, figure === null ? 0 : figure - least),
    0,
  );
  const step = Math.max(1, divisor);
  const nulls = scaled.includes(null);
  const first = nulls ? 1 : 0;
  const numbers = scaled.map((figure) => (figure === null ? 0 : (figure - least) / step + first));
  const width = widthOf((most - least) / step + first);
  return {
    column: { kind: 'stepped', least, step, scale, nulls, count: cells.length, width },
    numbers,
    width,
  };
}

const greatestDivisor = (left: number, right: number): number =>
  right === 0 ? left : greatestDivisor(right, left % right);

function readColumn(column: Column, bits: BitReader): readonly Cell[] {
  switch (column.kind) {
    case 'listed':
      return column.values;
    case 'coded': {
      const width = widthOf(column.values.length - 1);
      return readCells(column.count, () => {
        const cell = column.values[bits.read(width)];
        if (cell === undefined) throw new RangeError('its packed numbers point at nothing');
        return cell;
      });
    }
    case 'stepped': {
      const first = column.nulls ? 1 : 0;
      return readCells(column.count, () => {
        const number = bits.read(column.width) - first;
        return number < 0 ? null : (column.least + number * column.step) / column.scale;
      });
    }
    default:
      return assertNever(column);
  }
}

const readCells = (count: number, read: () => Cell): readonly Cell[] => Array.from({ length: count }, read);

/** @throws RangeError when the column is too short. */
export function cellAt<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw new RangeError('its columns differ in length');
  return value;
}
