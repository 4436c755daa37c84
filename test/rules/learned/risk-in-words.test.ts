import { expect, it } from 'vitest';
import { hours, later } from '../../../lib/model/time/time.ts';
import type { DaysOfUse } from '../../../lib/rules/idle/learned/risk.ts';
import { riskInWords, riskRange } from '../../../lib/rules/idle/learned/risk-in-words.ts';
import { noon } from '../../support/builders/observation-builders.ts';

it.each([
  [0.0002, '1 to 4 %'],
  [0.0341, '2 to 9 %'],
  [0.05, '2 to 9 %'],
  [0.1, '3 to 15 %'],
  [0.5, 'over 10 %'],
])('a risk of %d is shown as the range that was measured up to it: %s', (risk, words) => {
  expect(riskRange(risk)).toBe(words);
});

const inWords = (all: Partial<DaysOfUse>, sameWeekday: Partial<DaysOfUse>) => {
  const of = (days: Partial<DaysOfUse>) => ({ used: 0, unseen: 0, due: 0, quiet: 0, ...days });
  const past = { all: of(all), sameWeekday: of(sameWeekday) };
  return riskInWords({ risk: 0.03, quietSince: noon, past }, later(noon, hours(26.7)), hours(8));
};

it('the explanation has how long the VM was quiet, and what happened at this time of day', () => {
  expect(inWords({ quiet: 9.2 }, { quiet: 1 })).toBe(
    'idle for 1 d 2 h. In the 8 h after this time of day it stayed quiet on 9 of 9 recent days',
  );
  expect(inWords({ used: 3, quiet: 24.6 }, { used: 3, quiet: 1 })).toBe(
    'idle for 1 d 2 h. In the 8 h after this time of day it was used on 3 of 28 recent days; of these, on the same day of the week it was used on 3 of 4 days',
  );
  expect(inWords({ used: 3, unseen: 2, due: 20, quiet: 3 }, {})).toBe(
    'idle for 1 d 2 h. In the 8 h after this time of day it was used on 3 of 28 recent days, had samples missing at their usual hour on 2, and was used shortly before on 20, which is late today',
  );
  expect(inWords({ quiet: 0.2 }, {})).toMatch(/after this time of day it has no data for any recent day$/);
});
