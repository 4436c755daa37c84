import { expect, it } from 'vitest';
import { hours, later } from '../../../lib/model/time/time.ts';
import { riskInWords, riskRange } from '../../../lib/rules/idle/learned/risk.ts';
import { noon } from '../../support/builders/observation-builders.ts';

it.each([
  [0.0002, '1 to 4 %'],
  [0.0341, '2 to 9 %'],
  [0.05, '2 to 9 %'],
  [0.1, '3 to 15 %'],
  [0.5, 'over 10 %'],
])('a risk of %d is told as the range that was measured up to it: %s', (risk, words) => {
  expect(riskRange(risk)).toBe(words);
});

const inWords = (all: [number, number], sameWeekday: [number, number]) => {
  const of = ([used, quiet]: [number, number]) => ({ used, quiet });
  const past = { all: of(all), sameWeekday: of(sameWeekday) };
  return riskInWords({ risk: 0.03, quietSince: noon, past }, later(noon, hours(26.7)), hours(8));
};

it('a person reads how long it was quiet, and what happened at this time of day', () => {
  expect(inWords([0, 9.2], [0, 1])).toBe(
    'idle for 1 d 2 h. In the 8 h after this time of day it stayed quiet on 9 of 9 recent days. Risk of stopping it wrongly: 2 to 9 %.',
  );
  expect(inWords([3, 24.6], [3, 1])).toBe(
    'idle for 1 d 2 h. In the 8 h after this time of day it was used on 3 of 28 recent days; of these, on the same day of the week it was used on 3 of 4 days. Risk of stopping it wrongly: 2 to 9 %.',
  );
  expect(inWords([0, 0.2], [0, 0])).toContain('after this time of day it has no data for any recent day.');
});
