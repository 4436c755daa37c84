import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toTarget } from '../../lib/model/ids.ts';
import { charge, free, hourlyPrice, money, noCharge } from '../../lib/model/money/money.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { earlier, hours, milliseconds } from '../../lib/model/time/time.ts';
import { judgeFreshness } from '../../lib/rules/freshness/judge.ts';
import { judgeRate } from '../../lib/rules/rate/judge.ts';
import { judgeReconcile } from '../../lib/rules/reconcile/judge.ts';
import type { Verdict } from '../../lib/rules/verdict.ts';
import {
  aFreshnessRule,
  aRateRule,
  aReconcileRule,
  main,
} from '../support/builders/account-rule-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  lab,
  noon,
} from '../support/builders/observation-builders.ts';

const cents = fc.nat(30_000);
const dollars = (count: number) => (count / 100).toFixed(2);

const ranks = { warning: 1, critical: 2, info: 0 } as const;
const badness = (verdict: Verdict | undefined): number =>
  verdict?.kind === 'breached' ? ranks[verdict.severity] : 0;

it('a higher rate never has a better verdict, whether the limit is the rule’s or the platform’s', () => {
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.integer({ min: 1, max: 200 }),
      fc.boolean(),
      (rate, more, percent, isOwn) => {
        const rule = isOwn
          ? aRateRule('50', { match: { account: '*' } })
          : aRateRule({ kind: 'share-of-hourly-limit', percent });
        const [before, after] = [rate, rate + more].map((burn) => {
          const burnRate = hourlyPrice(dollars(burn));
          const observation = anAccountObservation({ burnRate, burnLimit: hourlyPrice('100') });
          return badness(judgeRate(rule, { target: main, observation })[0]);
        });
        expect(after).toBeGreaterThanOrEqual(before ?? 0);
        const threshold = isOwn ? 5_000 : 100 * percent;
        expect(before !== 0).toBe(rate >= threshold);
      },
    ),
  );
});

it('a longer time without a successful poll never has a better verdict, and no alert comes before its time', () => {
  const rule = aFreshnessRule();
  const judge = (age: number) =>
    judgeFreshness(rule, {
      target: toTarget(lab),
      now: noon,
      head: aHead({ observation: anObservation({ at: earlier(noon, milliseconds(age)) }), failedPolls: 1 }),
      unsupported: [],
      polledBefore: null,
      targets: [lab],
      intervals: defaultIntervals,
    }).find(({ episode }) => episode === 'target');
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (age, more) => {
      expect(badness(judge(age + more))).toBeGreaterThanOrEqual(badness(judge(age)));
      expect(badness(judge(age))).toBe(age >= 3_600_000 ? 2 : age >= 900_000 ? 1 : 0);
    }),
  );
});

it('a difference is breached if and only if it is above the share and not under the least sum, counted in cents', () => {
  fc.assert(
    fc.property(cents, cents, (reported, accrued) => {
      const month = aMeter('month', noon, { charge: charge(hourlyPrice(dollars(accrued)), hours(1)) });
      const report = {
        spend: { amount: money(dollars(reported)), from: month.period.from, until: noon },
        accruedSince: noCharge,
      };
      const [verdict] = judgeReconcile(aReconcileRule(), {
        target: toTarget(lab),
        observation: anObservation(),
        spend: { report, month, day: aMeter('day', noon), days: [], burnRate: free, committedRate: free },
        zone: 'UTC',
      });
      const apart = Math.abs(reported - accrued);
      expect(verdict?.kind).toBe(apart >= 100 && apart * 100 > reported * 5 ? 'breached' : 'clear');
    }),
  );
});
