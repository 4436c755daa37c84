import { expect, it } from 'vitest';
import { closest } from '../../../lib/forms/closest.ts';

const keys = [
  'name',
  'budget',
  'idle',
  'match',
  'at',
  'on',
  'percentile',
  'cool-off',
  'per-run',
  'per-day',
  'idle machines at night',
];

it.each([
  ['bugdet', 'budget'],
  ['budgets', 'budget'],
  ['Budget', 'budget'],
  ['percentil', 'percentile'],
  ['precentlie', 'percentile'],
  ['cooloff', 'cool-off'],
  ['cool_off', 'cool-off'],
  ['per-rnu', 'per-run'],
  ['idel', 'idle'],
  ['idel machins', 'idle machines at night'],
  ['forecast', undefined],
  ['runway', undefined],
  ['', undefined],
  ['x'.repeat(1_000), undefined],
])('the key closest to %j is %j', (typed, expected) => {
  expect(closest(typed, keys)).toBe(expected);
});
