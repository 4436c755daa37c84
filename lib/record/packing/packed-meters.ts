import * as z from 'zod';
import { Meter, type Rollup } from '../../model/money/meter.ts';
import { StoredCharge } from '../../model/money/money.ts';
import { type Share, sumOfShares } from '../../model/money/share.ts';
import { PeriodUnit } from '../../model/time/period.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';
import { decimalsOf, readDecimals, writeDecimals } from './decimals.ts';
import { PackedShares, packShares, unpackShares } from './packed-shares.ts';

/** Meters as columns. Their periods follow one another, so that most values are shared. */
export const PackedMeters = z.object({
  columns: StoredColumns,
  /** The number of decimals of the charges. */
  places: z.number().int().min(0).max(1_000),
  shares: PackedShares,
});
type PackedMeters = z.input<typeof PackedMeters>;

const Whole = z.array(z.number().int());
const Columns = z.object({
  unit: z.array(z.number().int().min(0).max(2)),
  from: Whole,
  /** The time from the beginning of the period to its end, and to when counting began. */
  until: Whole,
  since: Whole,
  gap: Whole,
  /** 1 where the charge is stored; otherwise it is the sum of its shares. */
  told: Whole,
});
type Columns = z.infer<typeof Columns>;

/** Packs meters with their shares, if they have any. */
export function packMeters(meters: readonly Rollup[], bits: BitWriter): PackedMeters {
  const columns: Columns = { unit: [], from: [], until: [], since: [], gap: [], told: [] };
  const charges: string[] = [];
  for (const { period, charge, since, gap, shares } of meters) {
    const isTold = shares.length === 0 || !sumOfShares(shares).eq(charge);
    columns.unit.push(PeriodUnit.options.indexOf(period.unit));
    columns.from.push(period.from);
    columns.until.push(period.until - period.from);
    columns.since.push(since - period.from);
    columns.gap.push(gap);
    columns.told.push(Number(isTold));
    if (isTold) charges.push(StoredCharge.encode(charge));
  }
  const stored = writeColumns(columns, bits);
  const places = decimalsOf(charges);
  writeDecimals(charges, places, bits);
  return {
    columns: stored,
    places,
    shares: packShares(
      meters.map(({ shares }) => shares),
      bits,
    ),
  };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackMeters(
  { columns, places, shares }: z.output<typeof PackedMeters>,
  bits: BitReader,
): Rollup[] {
  const { unit, from, until, since, gap, told } = Columns.parse(readColumns(columns, bits));
  const charges = readDecimals(told.filter((isTold) => isTold !== 0).length, places, bits);
  const lists = unpackShares(shares, bits);
  let next = 0;
  return unit.map((place, index) => {
    const start = cellAt(from, index);
    const own = cellAt(lists, index);
    const meter = Meter.parse({
      period: { unit: cellAt(PeriodUnit.options, place), from: start, until: start + cellAt(until, index) },
      charge: cellAt(told, index) === 0 ? textOfSum(own) : cellAt(charges, next++),
      since: start + cellAt(since, index),
      gap: cellAt(gap, index),
    });
    return { ...meter, shares: own };
  });
}

const textOfSum = (shares: readonly Share[]): string => StoredCharge.encode(sumOfShares(shares));
