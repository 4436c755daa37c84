import { expect, it } from 'vitest';
import { formatShortList } from '../../lib/model/words.ts';

it.each([
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
])('of %j the first three are listed, and the others counted', (words, said) => {
  expect(formatShortList(words)).toBe(said);
});
