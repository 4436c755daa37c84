import { expect, it } from 'vitest';
import { describeNextStop } from '../../../lib/decide/alerts/stop-ahead.ts';
import { money } from '../../../lib/model/money/money.ts';
import { aStop } from '../../support/builders/step-builders.ts';

it.each([
  ['80', 'none before 90.00 USD, at which what is idle is announced to be stopped'],
  ['99', 'none before 100.00 USD, at which all that runs would be announced to be stopped'],
  ['100', null],
])('a budget of which %s USD are spent says which stops are ahead', (spent, because) => {
  const steps = [
    { ...aStop(), of: 'everything' as const, at: money('100'), mode: 'observe' as const },
    { ...aStop(), of: 'idle' as const, at: money('90'), mode: 'enforce' as const },
  ];
  expect(describeNextStop(steps, money(spent))).toBe(because);
});
