import type { BitReader, BitWriter } from './bits.ts';
import { readWhole, writeWhole } from './whole-numbers.ts';

/** Returns the largest number of decimals of the figures. */
export const decimalsOf = (figures: readonly string[]): number =>
  figures.reduce((most, figure) => Math.max(most, decimalsIn(figure)), 0);

/**
 * Writes decimal figures exactly, each as a whole number of units of the last decimal. Their common divisor is taken
 * out: while nothing changes, charges are prices times the same time, so that only the prices remain.
 */
export function writeDecimals(figures: readonly string[], places: number, bits: BitWriter): void {
  if (figures.length === 0) return;
  const numbers = figures.map(
    (figure) => BigInt(figure.replace('.', '')) * 10n ** BigInt(places - decimalsIn(figure)),
  );
  const divisor = numbers.reduce(greatestDivisor, 0n) || 1n;
  const rests = numbers.map((number) => number / divisor);
  writeWhole([divisor], bits);
  writeWhole(rests, bits);
}

/** Undoes `writeDecimals`; trailing zeros of a figure are lost. */
export function readDecimals(count: number, places: number, bits: BitReader): string[] {
  if (count === 0) return [];
  const divisor = readWhole(1, bits)[0] ?? 1n;
  return readWhole(count, bits).map((rest) => textOf(rest * divisor, places));
}

const greatestDivisor = (left: bigint, right: bigint): bigint =>
  right === 0n ? (left < 0n ? -left : left) : greatestDivisor(right, left % right);

const decimalsIn = (figure: string): number =>
  figure.includes('.') ? figure.length - figure.indexOf('.') - 1 : 0;

function textOf(number: bigint, places: number): string {
  const digits = String(number < 0n ? -number : number).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${number < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}
