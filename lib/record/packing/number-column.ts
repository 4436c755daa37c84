import * as z from 'zod';
import type { BitReader, BitWriter } from './bits.ts';
import { type Cell, type Form, Numbers, numbersForm, readNumbers, sizeOf } from './number-forms.ts';

export const Column = z.discriminatedUnion('kind', [
  ...Numbers.options,
  /** Whole numbers that follow one another: the first, and by how much each is more than the one before. */
  z.object({ kind: z.literal('rising'), first: z.number().int(), by: Numbers }),
]);
export type Column = z.infer<typeof Column>;

/** Puts numbers in their shortest form, by themselves or by what each is more than the one before. */
export function writeColumn(cells: readonly Cell[], bits: BitWriter): Column {
  const { column, numbers, width } = formOf(cells);
  for (const number of numbers) bits.write(number, width);
  return column;
}

/** What it takes to say that numbers rise. */
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

/** `null` where there is none to follow, or no whole number. */
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
