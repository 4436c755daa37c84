import * as z from 'zod';
import type { ChargeWithEstimate } from '../../model/money/charged.ts';
import { Meter, MeterPart, type Rollup } from '../../model/money/meter.ts';
import { StoredCharge } from '../../model/money/money.ts';
import { type Share, sumOfShares, Tags } from '../../model/money/share.ts';
import { PeriodUnit } from '../../model/time/period.ts';
import { createIndexer, getColumnCell, Times } from './columns.ts';
import { PackedFigures, packFigures, unpackFigures } from './packed-figures.ts';
import { withoutDefaults } from './without-defaults.ts';

const Whole = z.array(z.number().int());
const Counts = z.array(z.number().int().min(0));

/** Charges, `null` for one that equals the sum of its shares. Estimated parts are absent if there are none. */
const PackedCharges = z.object({ charge: PackedFigures, estimated: PackedFigures.optional() });
type PackedCharges = z.infer<typeof PackedCharges>;

/** The shares of several meters, with each set of tags stored once. */
const PackedShares = PackedCharges.extend({ tags: z.array(Tags), count: Counts, of: Counts });
type PackedShares = z.input<typeof PackedShares>;

/** Meters as columns. */
export const PackedMeters = PackedCharges.extend({
  unit: z.array(z.number().int().min(0).max(2)),
  from: Times,
  /** The time from the beginning of the period to its end, and to when counting began. */
  until: Whole,
  since: Whole,
  gap: Whole,
  /** The time from the beginning of the period to that of measuring; `null` if a meter has none, absent if no meter has one. */
  measured: z.array(z.number().int().nullable()).optional(),
  /** The parts of each meter; absent if no meter has any. */
  parts: z.array(z.array(MeterPart).nullable()).optional(),
  shares: PackedShares,
});
type PackedMeters = z.input<typeof PackedMeters>;

export function packMeters(meters: readonly Rollup[]): PackedMeters {
  const isSum = ({ charge, shares }: Rollup) => shares.length > 0 && sumOfShares(shares).eq(charge);
  return {
    unit: meters.map(({ period }) => PeriodUnit.options.indexOf(period.unit)),
    from: z.encode(
      Times,
      meters.map(({ period }) => period.from),
    ),
    until: meters.map(({ period }) => period.until - period.from),
    since: meters.map(({ since, period }) => since - period.from),
    gap: meters.map(({ gap }) => gap),
    ...(meters.some(({ measuredSince }) => measuredSince !== undefined) && {
      measured: meters.map(({ measuredSince, period }) =>
        measuredSince === undefined ? null : measuredSince - period.from,
      ),
    }),
    ...(meters.some(({ parts }) => parts !== undefined) && {
      parts: meters.map(({ parts }) => parts?.map((part) => z.encode(MeterPart, part)) ?? null),
    }),
    ...packCharges(meters, meters.map(isSum)),
    shares: packShares(meters.map(({ shares }) => shares)),
  };
}

/** A meter without its charge, which is decoded separately, so that no decimal is formatted and parsed again. */
const UnchargedMeter = Meter.omit({ charge: true, estimated: true, parts: true });

/** @throws an error that describes what is wrong with the stored form. */
export function unpackMeters(packed: z.output<typeof PackedMeters>): Rollup[] {
  const { unit, until, since, gap, measured, parts, shares } = packed;
  const charges = unpackCharges(packed);
  const lists = unpackShares(shares);
  return packed.from.map((from, index) => {
    const own = getColumnCell(lists, index);
    const began = measured ? getColumnCell(measured, index) : null;
    const ownParts = parts ? getColumnCell(parts, index) : null;
    const meter = UnchargedMeter.parse({
      period: {
        unit: getColumnCell(PeriodUnit.options, getColumnCell(unit, index)),
        from,
        until: from + getColumnCell(until, index),
      },
      since: from + getColumnCell(since, index),
      gap: getColumnCell(gap, index),
      ...(began !== null && { measuredSince: from + began }),
    });
    const { charge, ...estimated } = getColumnCell(charges, index);
    const ofShares = charge ?? sumOfShares(own);
    return { ...meter, charge: ofShares, ...estimated, ...(ownParts && { parts: ownParts }), shares: own };
  });
}

function packShares(meters: readonly (readonly Share[])[]): PackedShares {
  const tags: z.input<typeof Tags>[] = [];
  const indexOf = createIndexer(tags);
  const shares = meters.flat();
  const of = shares.map((share) => indexOf(sparse(share.tags)));
  return { tags, count: meters.map(({ length }) => length), of, ...packCharges(shares) };
}

const sparse = withoutDefaults(Tags);

function unpackShares({ tags, count, of, ...packed }: z.output<typeof PackedShares>): Share[][] {
  const charges = unpackCharges(packed);
  let next = 0;
  return count.map((length) =>
    Array.from({ length }, () => {
      const { charge, ...estimated } = getColumnCell(charges, next);
      if (charge === null) throw new RangeError('it has a share without a charge');
      return { tags: getColumnCell(tags, getColumnCell(of, next++)), charge, ...estimated };
    }),
  );
}

function packCharges(
  charges: readonly ChargeWithEstimate[],
  areSums: readonly boolean[] = [],
): PackedCharges {
  const estimated = charges.map((charge) => charge.estimated && StoredCharge.encode(charge.estimated));
  return {
    charge: packFigures(
      charges.map(({ charge }, index) => (areSums[index] ? null : StoredCharge.encode(charge))),
    ),
    ...(estimated.some((figure) => figure !== undefined) && {
      estimated: packFigures(estimated.map((figure) => figure ?? null)),
    }),
  };
}

const Figure = StoredCharge.nullable();

function unpackCharges({ charge, estimated }: PackedCharges) {
  const estimates = estimated && unpackFigures(estimated);
  return unpackFigures(charge).map((figure, index) => {
    const part = estimates && Figure.parse(getColumnCell(estimates, index));
    return { charge: Figure.parse(figure), ...(part && { estimated: part }) };
  });
}
