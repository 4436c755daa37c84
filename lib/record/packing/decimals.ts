import { type BitReader, type BitWriter, widthOf } from './bits.ts';

// Whole numbers of any size, in as many bits as the longest of them needs and one for the sign, after the number
// of bits.

const countWidth = 12;
const limb = 30;
const most = 2n ** BigInt(limb);

/** @throws RangeError for a number of more than a thousand digits. */
function writeWhole(numbers: readonly bigint[], bits: BitWriter): void {
  const folded = numbers.map((number) => (number < 0n ? -number * 2n + 1n : number * 2n));
  const width = Math.max(0, ...folded.map((number) => (number === 0n ? 0 : number.toString(2).length)));
  if (widthOf(width) > countWidth) throw new RangeError(`a number of ${width} bits cannot be stored`);
  bits.write(width, countWidth);
  for (const number of folded) {
    for (let left = width; left > 0; left -= limb) {
      const rest = number >> BigInt(Math.max(0, left - limb));
      bits.write(Number(rest % most), Math.min(limb, left));
    }
  }
}

function readWhole(count: number, bits: BitReader): bigint[] {
  const width = bits.read(countWidth);
  return Array.from({ length: count }, () => {
    let folded = 0n;
    for (let left = width; left > 0; left -= limb) {
      const part = Math.min(limb, left);
      folded = (folded << BigInt(part)) | BigInt(bits.read(part));
    }
    return folded % 2n === 0n ? folded / 2n : -(folded / 2n);
  });
}

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
