import { expect, it } from 'vitest';
import {
  computeCoverage,
  computeLeastCoverage,
  coverageInWords,
  isWhole,
} from '../../../lib/model/money/coverage.ts';
import { hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { noon } from '../../support/builders/observation-builders.ts';

const whole = (span: number) => ({ span: minutes(span), known: minutes(span), watched: minutes(span) });

it('coverage is complete for targets that are known up to polls at different times', () => {
  const least = computeLeastCoverage([whole(60), whole(58)]);
  expect(least).toEqual(whole(60));
  expect(least && isWhole(least)).toBe(true);
});

it('coverage lacks as much as that of the target that lacks most', () => {
  const late = { span: minutes(58), known: minutes(40), watched: minutes(30) };
  expect(computeLeastCoverage([whole(60), late])).toEqual({
    span: minutes(60),
    known: minutes(42),
    watched: minutes(32),
  });
  expect(computeLeastCoverage([])).toBeNull();
});

it.each([
  ['all of it', {}, null],
  ['a gap', { gap: minutes(8) }, 'known for 52 of 60 minutes only'],
  [
    'figures from the platform',
    { measuredSince: later(noon, minutes(45)) },
    "measured for 15 min; the rest from the platform's billing",
  ],
])('the words for an hour with %s state what it covers', (_, more, words) => {
  const span = { from: noon, until: later(noon, hours(1)) };
  expect(coverageInWords(computeCoverage([aMeter('hour', noon, more)], [], span))).toBe(words);
  const without = computeCoverage([], [span], span);
  expect(without).toEqual({ span: hours(1), known: milliseconds(0), watched: milliseconds(0) });
});
