import * as z from 'zod';
import type { Charged } from '../../model/money/charged.ts';
import { type Charge, StoredCharge } from '../../model/money/money.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';
import { decimalsOf, readDecimals, writeDecimals } from './decimals.ts';

/** The estimated parts of charges, in the order of the charges. */
export const PackedEstimates = z.object({
  columns: StoredColumns,
  /** The number of decimals of the estimated parts. */
  places: z.number().int().min(0).max(1_000),
});
type PackedEstimates = z.infer<typeof PackedEstimates>;

/** 1 where a charge has an estimated part. */
const Columns = z.object({ has: z.array(z.number().int().min(0).max(1)) });

/** Returns the stored form of the estimated parts; `undefined` where no charge has one, which takes no byte. */
export function packEstimates(charges: readonly Charged[], bits: BitWriter): PackedEstimates | undefined {
  const figures = charges.flatMap(({ estimated }) => (estimated ? [StoredCharge.encode(estimated)] : []));
  if (figures.length === 0) return undefined;
  const has = charges.map(({ estimated }) => (estimated === undefined ? 0 : 1));
  const columns = writeColumns({ has }, bits);
  const places = decimalsOf(figures);
  writeDecimals(figures, places, bits);
  return { columns, places };
}

/**
 * Returns a function that hands over the estimated part of each charge in turn.
 * @throws an error that describes what is wrong with the stored form.
 */
export function unpackEstimates(
  stored: PackedEstimates | undefined,
  bits: BitReader,
): () => { readonly estimated?: Charge } {
  if (stored === undefined) return () => ({});
  const { has } = Columns.parse(readColumns(stored.columns, bits));
  const figures = readDecimals(has.filter((isThere) => isThere === 1).length, stored.places, bits);
  let [next, nextFigure] = [0, 0];
  return () =>
    cellAt(has, next++) === 0 ? {} : { estimated: StoredCharge.parse(cellAt(figures, nextFigure++)) };
}
