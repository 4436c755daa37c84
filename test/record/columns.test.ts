import { describe, expect, it } from 'vitest';
import { bitReader, bitWriter } from '../../lib/record/packing/bits.ts';
import { cellAt, readColumns, writeColumns } from '../../lib/record/packing/columns.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a column', () => {
  // Written down once: stored bytes mean this.
  it.each([
    ['alike', [5, 5, 5], { kind: 'coded', values: [5], count: 3 }, ''],
    ['of nothing but gaps', [null, null], { kind: 'coded', values: [null], count: 2 }, ''],
    [
      'of few kinds',
      [70, 1, 1, null, 1, 1, 1, 1],
      { kind: 'coded', values: [70, 1, null], count: 8 },
      '1655',
    ],
    [
      'of steps',
      [0, 2_000, 3_000, 7_000, 4_000, 6_000, 1_000, 5_000, 8_000],
      { kind: 'stepped', least: 0, step: 1_000, scale: 1, nulls: false, count: 9, width: 4 },
      '0237461580',
    ],
    [
      'of steps with gaps',
      [1_012.5, null, 1_013.5, 1_014.5, 1_019.5, 1_018.5, 1_017.5, 1_015.5],
      { kind: 'stepped', least: 10_125, step: 10, scale: 10, nulls: true, count: 8, width: 4 },
      '10238764',
    ],
    [
      'of figures of two digits',
      [12, 1_500_000, 98_000, 0, 210_000, 7, 12_000_000, 430_000, 99, 560_000, 3_300_000, 71_000_000],
      { kind: 'graded', unit: 1, scale: 1, nulls: false, least: 0, count: 12, width: 10 },
      '031d15c0005f4078a19318da078e63',
    ],
    [
      'of whole KiB of two digits, with gaps',
      [null, 11, 78, 230, 4_500, 12, 99, 61_000].map((kib) => kib && kib * 1_024),
      { kind: 'graded', unit: 1_024, scale: 1, nulls: true, least: 11, count: 8, width: 9 },
      '0000488676b808b341',
    ],
    [
      'of what follows in like steps',
      Array.from({ length: 20 }, (_, index) => 1_000 + 7 * index + (index > 9 ? 1 : 0)),
      { kind: 'rising', first: 1_000, by: { kind: 'coded', values: [7, 8], count: 19 } },
      '004000',
    ],
    ['of long figures', [1 / 3, 2 / 3], { kind: 'listed', values: [1 / 3, 2 / 3] }, ''],
    ['of figures too far apart', [-9e15, 9e15], { kind: 'listed', values: [-9e15, 9e15] }, ''],
  ])('%s is stored so', (_, cells, stored, bytes) => {
    const bits = bitWriter();
    expect(writeColumns({ cells }, bits)).toEqual({ cells: stored });
    expect(hex(bits.bytes())).toBe(bytes);
  });

  it.each([
    ['of one length', (number: number) => `vm-${String(number).padStart(3, '0')}`, 'vm-', 3],
    ['of any length', (number: number) => `vm-${number}`, 'vm-', 0],
    ['and nothing else', String, '', 0],
  ])('of names with a number %s at their end is the number', (_, nameOf, prefix, digits) => {
    const names = Array.from({ length: 30 }, (_each, index) => nameOf(index + 80));
    const bits = bitWriter();
    const stored = writeColumns({ names }, bits);
    expect(stored).toMatchObject({ names: { kind: 'numbered', prefix, digits, of: { kind: 'rising' } } });
    expect(readColumns(stored, bitReader(bits.bytes()))).toEqual({ names });
  });

  it.each([
    ['with zeros before some', ['vm-1', 'vm-02', 'vm-3', 'vm-4']],
    ['of several beginnings', ['vm-1', 'db-2', 'vm-3', 'vm-4']],
    ['too long to be exact', ['1', '2', '3', '9007199254740993']],
    ['of which there are few', ['vm-1', 'vm-2', 'vm-3']],
  ])('of names with numbers %s stays as it is', (_, names) => {
    expect(writeColumns({ names }, bitWriter())).toEqual({ names });
  });

  it('of text, or of nothing, stays as it is', () => {
    const columns = { id: ['a', 'b'], none: [], mixed: ['0.5', null] };
    const bits = bitWriter();
    expect(writeColumns(columns, bits)).toEqual(columns);
    expect(bits.bytes()).toHaveLength(0);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'with %d in it is refused rather than stored as a gap',
    (cell) => {
      expect(() => writeColumns({ cpu: [1, cell] }, bitWriter())).toThrow(`${cell} cannot be stored`);
    },
  );

  it('that points beyond its values, or is shorter than it should be, is an error', () => {
    const coded = { kind: 'coded', values: [1, 2, 3], count: 1 } as const;
    expect(() =>
      readColumns({ cpu: { ...coded, values: [...coded.values] } }, bitReader(Uint8Array.of(255))),
    ).toThrow('its packed numbers are out of range');
    expect(() => cellAt([1, 2], 2)).toThrow('its columns differ in length');
  });
});

describe('bits', () => {
  it.each([
    [1, 1, '80'],
    [0b101, 3, 'a0'],
    [255, 8, 'ff'],
    [2 ** 31, 32, '80000000'],
    [Number.MAX_SAFE_INTEGER, 53, 'fffffffffffff8'],
    [0, 0, ''],
  ])('hold %i in a width of %i', (number, width, bytes) => {
    const bits = bitWriter();
    bits.write(number, width);
    expect(hex(bits.bytes())).toBe(bytes);
    expect(bitReader(bits.bytes()).read(width)).toBe(number);
  });

  it('that are not there cannot be read', () => {
    expect(() => bitReader(Uint8Array.of(255)).read(9)).toThrow('its packed numbers end too early');
  });
});
