import * as z from 'zod';
import { assertNever } from '../../model/assert-never.ts';
import { type BitReader, widthOf } from './bits.ts';

// Figures of two significant digits, stored as their index in the series 0, 1, 2 ... 99, 100, 110, 120 ... 990,
// 1000, 1100 and so on: steps that grow with the figures take few bits over many sizes.

/** Returns the index of a figure that is `n * unit / scale`; `undefined` for one of more digits, or below zero. */
function gradeOf(figure: number, unit: number, scale: number): number | undefined {
  let rest = Math.round((figure * scale) / unit);
  if (rest < 0 || !Number.isSafeInteger(rest)) return undefined;
  let zeros = 0;
  for (; rest >= 100; zeros += 1) {
    if (rest % 10 !== 0) return undefined;
    rest /= 10;
  }
  const grade = zeros === 0 ? rest : 100 + (zeros - 1) * 90 + rest - 10;
  return (figureOf(grade) * unit) / scale === figure ? grade : undefined;
}

/** Returns the figure at an index. */
function figureOf(grade: number): number {
  if (grade < 100) return grade;
  const zeros = Math.floor((grade - 100) / 90) + 1;
  return (((grade - 100) % 90) + 10) * 10 ** zeros;
}

export type Cell = number | null;

const Cells = z.array(z.number().nullable());
/** The largest count, far above any fleet, so that a damaged count cannot fill the memory. */
const Count = z.number().int().min(0).max(1_000_000);
const Width = z.number().int().min(0).max(53);

/** The stored form of a column of numbers, without its bits. */
export const Numbers = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), values: Cells }),
  /** The bits are indexes into `values`, as wide as the last one; there are none when all values are equal. */
  z.object({ kind: z.literal('coded'), values: Cells, count: Count }),
  /** The bits are steps from the minimum, each `width` wide: `(least + bits * step) / scale`. */
  z.object({
    kind: z.literal('stepped'),
    least: z.number().int(),
    step: z.number().int(),
    scale: z.number().int().positive(),
    /** True if there are nulls: then 0 is null, and steps count from 1. */
    nulls: z.boolean(),
    count: Count,
    width: Width,
  }),
  /** Figures of two significant digits, in units of `unit / scale`, whose steps grow with them. */
  z.object({
    kind: z.literal('graded'),
    unit: z.number().int().positive(),
    scale: z.number().int().positive(),
    nulls: z.boolean(),
    least: Count,
    count: Count,
    width: Width,
  }),
]);
export type Numbers = z.infer<typeof Numbers>;

/** A column in one of its forms, with the numbers of its bits. */
export type Form<C = Numbers> = {
  readonly column: C;
  readonly numbers: readonly number[];
  readonly width: number;
};

/** Returns numbers in their shortest form. */
export function numbersForm(cells: readonly Cell[]): Form {
  const coded = codedForm(cells);
  if (coded.width === 0) return coded;
  const listed: Form = { column: { kind: 'listed', values: [...cells] }, numbers: [], width: 0 };
  const forms = [listed, coded, steppedForm(cells), gradedForm(cells)].filter((form) => form !== null);
  return forms.reduce((best, form) => (sizeOf(form) < sizeOf(best) ? form : best));
}

/** The size of a column's fields beside its numbers. */
const stepsSize = 12;

export function sizeOf({ column, numbers, width }: Form): number {
  // Deflate does not shorten bits.
  const bits = (numbers.length * width) / 8;
  return bits + ('values' in column ? textSize(column.values) : stepsSize);
}

/** Estimates the deflated size of figures written as text: under half a byte for each digit and comma. */
function textSize(cells: readonly Cell[]): number {
  let characters = 0;
  for (const cell of cells) characters += String(cell).length + 1;
  return characters * 0.45;
}

function codedForm(cells: readonly Cell[]): Form {
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

/** Powers of ten, for figures of up to as many decimals. */
const scales = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

const isExactIn = (cell: Cell, scale: number): boolean =>
  cell === null ||
  (Number.isSafeInteger(Math.round(cell * scale)) && Math.round(cell * scale) / scale === cell);

/** Returns the form in steps; `null` for figures with more decimals, or too far apart. */
function steppedForm(cells: readonly Cell[]): Form | null {
  const scale = scales.find((candidate) => cells.every((cell) => isExactIn(cell, candidate)));
  if (scale === undefined) return null;
  const scaled = cells.map((cell) => (cell === null ? null : Math.round(cell * scale)));
  const [least, most] = rangeOf(scaled);
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

/** Returns the minimum and the maximum of the figures. */
function rangeOf(figures: readonly Cell[]): [number, number] {
  let least = Number.MAX_SAFE_INTEGER;
  let most = Number.MIN_SAFE_INTEGER;
  for (const figure of figures) {
    if (figure !== null && figure < least) least = figure;
    if (figure !== null && figure > most) most = figure;
  }
  return [least, most];
}

/** The units of graded figures: ones, tenths, and KiB. */
const grades = [
  { unit: 1, scale: 1 },
  { unit: 1, scale: 10 },
  { unit: 1_024, scale: 1 },
];

/** Returns the graded form; `null` for figures of more than two digits. */
function gradedForm(cells: readonly Cell[]): Form | null {
  for (const { unit, scale } of grades) {
    const codes = cells.map((cell) => (cell === null ? null : gradeOf(cell, unit, scale)));
    if (codes.includes(undefined)) continue;
    const known = codes.filter((code) => typeof code === 'number');
    const [least, most] = rangeOf(known);
    const nulls = codes.includes(null);
    const first = nulls ? 1 : 0;
    const width = widthOf(most - least + first);
    const numbers = codes.map((code) => (typeof code === 'number' ? code - least + first : 0));
    return {
      column: { kind: 'graded', unit, scale, nulls, least, count: cells.length, width },
      numbers,
      width,
    };
  }
  return null;
}

export function readNumbers(column: Numbers, bits: BitReader): readonly Cell[] {
  switch (column.kind) {
    case 'listed':
      return column.values;
    case 'coded': {
      const width = widthOf(column.values.length - 1);
      return readCells(column.count, () => {
        const cell = column.values[bits.read(width)];
        if (cell === undefined) throw new RangeError('its packed numbers are out of range');
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
    case 'graded': {
      const first = column.nulls ? 1 : 0;
      return readCells(column.count, () => {
        const code = bits.read(column.width) - first;
        return code < 0 ? null : (figureOf(column.least + code) * column.unit) / column.scale;
      });
    }
    default:
      return assertNever(column);
  }
}

const readCells = (count: number, read: () => Cell): readonly Cell[] => Array.from({ length: count }, read);
