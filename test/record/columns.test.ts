import { describe, expect, it } from 'vitest';
import { bitReader, bitWriter } from '../../lib/record/bits.ts';
import { cellAt, readColumns, writeColumns } from '../../lib/record/columns.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a column', () => {
  // Written down once: bytes of codec 1 mean this.
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
    ['of long figures', [1 / 3, 2 / 3], { kind: 'listed', values: [1 / 3, 2 / 3] }, ''],
    ['of figures too far apart', [-9e15, 9e15], { kind: 'listed', values: [-9e15, 9e15] }, ''],
  ])('%s is stored so', (_, cells, stored, bytes) => {
    const bits = bitWriter();
    expect(writeColumns({ cells }, bits)).toEqual({ cells: stored });
    expect(hex(bits.bytes())).toBe(bytes);
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
    ).toThrow('its packed numbers point at nothing');
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
