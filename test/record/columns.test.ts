import { expect, it } from 'vitest';
import { getColumnCell } from '../../lib/record/packing/columns.ts';
import { packFigures } from '../../lib/record/packing/packed-figures.ts';

it('a column that is shorter than it should be is an error', () => {
  expect(() => getColumnCell([1, 2], 2)).toThrow('its columns differ in length');
});

// Fixed here, since bytes that are already stored have this meaning.
it.each([
  ['of one unit', ['0.136', '2.72', null, '-1.36'], { places: 3, unit: 136, of: [1, 20, null, -10] }],
  ['that are whole', ['7', '5'], { places: 0, unit: 1, of: [7, 5] }],
  ['of nothing', ['0', null], { places: 0, unit: 1, of: [0, null] }],
  [
    'beyond the exact numbers of JSON',
    ['9007199254740993', '1'],
    { places: 0, unit: 1, of: ['9007199254740993', 1] },
  ],
])('figures %s are stored as whole numbers of it', (_, figures, stored) => {
  expect(packFigures(figures)).toEqual(stored);
});
