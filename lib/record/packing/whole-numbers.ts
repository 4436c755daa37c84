import { type BitReader, type BitWriter, widthOf } from './bits.ts';

// Whole numbers of any size, in as many bits as the longest of them needs and one for the sign, after the number
// of bits.

const countWidth = 12;
const limb = 30;
const most = 2n ** BigInt(limb);

/** @throws RangeError for a number of more than a thousand digits. */
export function writeWhole(numbers: readonly bigint[], bits: BitWriter): void {
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

export function readWhole(count: number, bits: BitReader): bigint[] {
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
