import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeBudget } from '../../lib/evaluate/budget.ts';
import type { Facts } from '../../lib/evaluate/facts.ts';
import { targetOf } from '../../lib/model/ids.ts';
import { addMoney, type Money, money, noCharge } from '../../lib/model/money.ts';
import { Basis } from '../../lib/model/rule.ts';
import { aMeter } from '../support/meter-builders.ts';
import { aBudgetRule } from '../support/policy-builders.ts';
import { aSighting, lab, noon } from '../support/sighting-builders.ts';

const amount = fc
  .tuple(fc.nat({ max: 3_000 }), fc.nat({ max: 999_999 }))
  .map(([whole, millionths]): Money => money(`${whole}.${String(millionths).padStart(6, '0')}`));
const thresholds = fc
  .uniqueArray(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 6 })
  .map((tenths) => tenths.sort((left, right) => left - right).map((threshold) => threshold / 10));

const month = aMeter('month', noon);
const facts = (spent: Money): Facts => ({
  target: targetOf(lab),
  sighting: aSighting(),
  meters: { hour: aMeter('hour', noon), day: aMeter('day', noon), month },
  report: { spend: { amount: spent, from: month.period.from, until: noon }, accruedSince: noCharge },
  history: [],
});
const severities = ['info', 'warning', 'critical'];

it('more spend never lowers the level or the severity of a budget', () => {
  fc.assert(
    fc.property(amount, amount, thresholds, fc.constantFrom(...Basis.options), (spent, more, at, basis) => {
      const rule = aBudgetRule({ thresholds: at, basis });
      const [before] = judgeBudget(rule, facts(spent));
      const [after] = judgeBudget(rule, facts(addMoney(spent, more)));
      if (before?.kind !== 'breached') return;
      if (after?.kind !== 'breached') throw new Error('the breach is gone');
      expect(after.level).toBeGreaterThanOrEqual(before.level ?? 0);
      expect(severities.indexOf(after.severity)).toBeGreaterThanOrEqual(severities.indexOf(before.severity));
    }),
  );
});

it('a level is said if and only if its share of the limit is spent, counted in whole millionths', () => {
  fc.assert(
    fc.property(amount, thresholds, (spent, at) => {
      const [verdict] = judgeBudget(aBudgetRule({ thresholds: at }), facts(spent));
      // 1,000 USD are 10^9 millionths, and a tenth of a percent of them is 10^6.
      const millionths = BigInt(spent.times(1e6).toFixed(0));
      const crossed = at.filter((threshold) => millionths >= BigInt(Math.round(threshold * 10)) * 1_000_000n);
      expect(verdict?.kind === 'breached' ? verdict.level : undefined).toBe(crossed.at(-1));
    }),
  );
});
