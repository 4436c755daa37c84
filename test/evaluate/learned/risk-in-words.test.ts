import { expect, it } from 'vitest';
import { riskPercent } from '../../../lib/evaluate/learned/risk-in-words.ts';

it.each([
  [0.0002, 'under 0.1'],
  [0.0005, '0.1'],
  [0.0341, '3.4'],
  [0.1, '10'],
  [0.994, '99'],
  [0.9996, 'over 99'],
])('a risk of %d is %s %%', (risk, words) => {
  expect(riskPercent(risk)).toBe(words);
});
