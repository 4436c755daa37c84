import * as z from 'zod';
import { StoredCharge } from '../../model/money/money.ts';
import { type Share, Tags } from '../../model/money/share.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';
import { decimalsOf, readDecimals, writeDecimals } from './decimals.ts';
import { withoutDefaults } from './without-defaults.ts';

/** The shares of several meters: each set of tags once, and the charges in the bits. */
export const PackedShares = z.object({
  tags: z.array(Tags),
  /** The number of shares of each meter, and their indexes in `tags`. */
  columns: StoredColumns,
  /** The number of decimals of the charges, which are stored as whole numbers. */
  places: z.number().int().min(0).max(1_000),
});
type PackedShares = z.input<typeof PackedShares>;

const Indexes = z.object({ count: z.array(z.number().int().min(0)), of: z.array(z.number().int().min(0)) });
const sparse = withoutDefaults(Tags);

export function packShares(meters: readonly (readonly Share[])[], bits: BitWriter): PackedShares {
  const tags = new Map<string, { readonly tags: Tags; readonly place: number }>();
  const of = meters.flat().map((share) => {
    const content = JSON.stringify(share.tags);
    const known = tags.get(content) ?? { tags: share.tags, place: tags.size };
    tags.set(content, known);
    return known.place;
  });
  const columns = writeColumns({ count: meters.map((shares) => shares.length), of }, bits);
  const charges = meters.map((shares) => shares.map(({ charge }) => StoredCharge.encode(charge)));
  const places = decimalsOf(charges.flat());
  for (const figures of charges) writeDecimals(figures, places, bits);
  // Without defaults, which gives them another type than that of reading.
  const stored = [...tags.values()].map((known) => Tags.parse(known.tags)).map(sparse);
  return { tags: stored as PackedShares['tags'], columns, places };
}

/** Reads stored shares. @throws an error that describes what is wrong with the stored form. */
export function unpackShares(
  { tags, columns, places }: z.output<typeof PackedShares>,
  bits: BitReader,
): Share[][] {
  const { count, of } = Indexes.parse(readColumns(columns, bits));
  let next = 0;
  return count.map((shares) =>
    readDecimals(shares, places, bits).map((charge) => ({
      tags: cellAt(tags, cellAt(of, next++)),
      charge: StoredCharge.parse(charge),
    })),
  );
}
