import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMoney, hourlyPrice, type Money, money } from '../../lib/model/money/money.ts';
import { Severity } from '../../lib/model/severity.ts';
import { judgeBudget } from '../../lib/rules/budget/judge.ts';
import type { Verdict } from '../../lib/rules/verdict.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { judged, spendFacts } from './judged-budget.ts';

const amount = fc
  .tuple(fc.nat({ max: 3_000 }), fc.nat({ max: 999_999 }))
  .map(([whole, millionths]): Money => money(`${whole}.${String(millionths).padStart(6, '0')}`));
const thresholds = fc
  .uniqueArray(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 6 })
  .map((tenths) => tenths.sort((left, right) => left - right).map((threshold) => threshold / 10));
const facts = (spent: Money, rate = '0') =>
  spendFacts({ reported: spent.toFixed(), burnRate: hourlyPrice(rate) });
const rank = (verdict: Verdict | undefined): number =>
  verdict?.kind === 'breached' ? Severity.options.indexOf(verdict.severity) : -1;

it('more spend never lowers the level or the severity of a budget', () => {
  const basis = fc.constantFrom('reported' as const, 'to-date' as const);
  fc.assert(
    fc.property(amount, amount, thresholds, basis, fc.boolean(), (spent, more, at, by, aheadOnly) => {
      const rule = aBudgetRule({ at, basis: by, aheadOnly });
      const before = judged(rule, facts(spent));
      const after = judged(rule, facts(addMoney(spent, more)));
      expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
      if (before?.kind !== 'breached') return;
      if (after?.kind !== 'breached') throw new Error('the breach is gone');
      expect(after.level).toBeGreaterThanOrEqual(before.level ?? 0);
    }),
  );
});

it('more spend with a forecast, or a higher rate, never lowers them either', () => {
  const share = fc.integer({ min: 1, max: 1_000 });
  const cents = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(
      amount,
      amount,
      thresholds,
      share,
      cents,
      cents,
      (spent, more, at, forecast, rate, faster) => {
        const rule = aBudgetRule({ at, forecast });
        const worst = (given: Money, pace: number) =>
          Math.max(...judgeBudget(rule, facts(given, (pace / 100).toFixed(2))).map(rank));
        expect(worst(addMoney(spent, more), rate)).toBeGreaterThanOrEqual(worst(spent, rate));
        expect(worst(spent, rate + faster)).toBeGreaterThanOrEqual(worst(spent, rate));
      },
    ),
  );
});

it('a level is reached if and only if its share of the limit is spent, counted in whole millionths', () => {
  fc.assert(
    fc.property(amount, thresholds, (spent, at) => {
      const verdict = judged(aBudgetRule({ at }), facts(spent));
      // 1,000 USD are 10^9 millionths, and a tenth of a percent of them is 10^6.
      const millionths = BigInt(spent.times(1e6).toFixed(0));
      const crossed = at.filter((threshold) => millionths >= BigInt(Math.round(threshold * 10)) * 1_000_000n);
      expect(verdict?.kind === 'breached' ? verdict.level : undefined).toBe(crossed.at(-1));
    }),
  );
});
