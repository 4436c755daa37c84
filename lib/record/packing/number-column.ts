import * as z from 'zod';
import type { BitReader, BitWriter } from './bits.ts';
import { type Cell, type Form, Numbers, numbersForm, readNumbers, sizeOf } from './number-forms.ts';

export const Column = z.discriminatedUnion('kind', [
  ...Numbers.options,
  /** A series of whole numbers: the first, and the difference of each from the one before. */
  z.object({ kind: z.literal('rising'), first: z.number().int(), by: Numbers }),
]);
export type Column = z.infer<typeof Column>;

/** Returns numbers in their shortest form: themselves, or their differences. */
export function writeColumn(cells: readonly Cell[], bits: BitWriter): Column {
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

export function readColumn(column: Column, bits: BitReader): readonly Cell[] {
  if (column.kind !== 'rising') return readNumbers(column, bits);
  let cell = column.first;
  return [cell, ...readNumbers(column.by, bits).map((step) => (cell += step ?? 0))];
}
