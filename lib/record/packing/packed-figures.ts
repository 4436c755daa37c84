import * as z from 'zod';

/** A whole number of any size, as text if a JSON number would not be exact. */
const Whole = z.union([z.number().int(), z.string().regex(/^-?\d+$/)]);

/**
 * Decimal figures as multiples of their largest common unit. Charges are prices multiplied by times, and equal times become
 * a part of the unit.
 */
export const PackedFigures = z.object({
  /** The number of decimals of `unit`. */
  places: z.number().int().min(0).max(1_000),
  unit: Whole,
  of: z.array(Whole.nullable()),
});
export type PackedFigures = z.infer<typeof PackedFigures>;

export function packFigures(figures: readonly (string | null)[]): PackedFigures {
  const places = figures.reduce((most, figure) => Math.max(most, countDecimals(figure ?? '')), 0);
  const wholes = figures.map(
    (figure) => figure && BigInt(figure.replace('.', '')) * 10n ** BigInt(places - countDecimals(figure)),
  );
  const unit = wholes.reduce<bigint>((divisor, whole) => greatestDivisor(divisor, whole || 0n), 0n) || 1n;
  return {
    places,
    unit: stored(unit),
    of: wholes.map((whole) => (typeof whole === 'bigint' ? stored(whole / unit) : null)),
  };
}

/** Returns the figures that `packFigures` packed, without trailing zeros. */
export const unpackFigures = ({ places, unit, of }: PackedFigures): (string | null)[] =>
  of.map((whole) => (whole === null ? null : formatDecimal(BigInt(whole) * BigInt(unit), places)));

const stored = (whole: bigint): number | string =>
  Number.isSafeInteger(Number(whole)) ? Number(whole) : String(whole);

const greatestDivisor = (left: bigint, right: bigint): bigint =>
  right === 0n ? (left < 0n ? -left : left) : greatestDivisor(right, left % right);

const countDecimals = (figure: string): number =>
  figure.includes('.') ? figure.length - figure.indexOf('.') - 1 : 0;

function formatDecimal(number: bigint, places: number): string {
  const digits = String(number < 0n ? -number : number).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${number < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}
