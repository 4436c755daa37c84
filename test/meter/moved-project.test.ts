import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSpend, meterSpend } from '../../lib/meter/meter-spend.ts';
import { BillingAccountId } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money/money.ts';
import { chargedToDate, sumReportToDate } from '../../lib/model/money/spend.ts';
import type { BudgetPeriod } from '../../lib/model/time/budget-period.ts';
import { budgetInterval } from '../../lib/model/time/period.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import { computePeriodToDate, computeReportedSpend, countedForStops } from '../../lib/rules/budget/spent.ts';
import type { Head } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { aHead, anObservation, aVm } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { runs } from '../support/tier.ts';

const november = at('2026-11-01T00:00:00');
const month: BudgetPeriod = { kind: 'month', startsOn: 1 };
/** Periods of budgets, and for each the hour in which the period of the last poll begins. */
const budgets: readonly (readonly [BudgetPeriod, number])[] = [
  [{ kind: 'day' }, 48],
  [{ kind: 'week', startsOn: 1 }, 24],
  [{ kind: 'rolling', days: 2 }, 24],
  [month, 0],
];
const rules = budgets.map(([period]) => aBudgetRule({ period }));

/** The account that pays for the project in each hour, and what its bill includes of the project. */
type Given = {
  readonly payers: readonly string[];
  readonly bill?: 'of the account' | 'of the project' | 'of the project again after 3 h';
  readonly lag?: number;
};

/** Polls a project hourly that costs 1 USD an hour for its VM and 10 USD for charges without a price, and returns its heads. */
function heads({ payers, bill = 'of the account', lag = 0 }: Given): readonly Head[] {
  let head = aHead();
  return payers.map((account, hour) => {
    const seenAt = later(later(november, hours(hour)), minutes(5));
    const until = Math.max(0, hour - lag);
    const movedAt = payers.lastIndexOf(payers.findLast((payer) => payer !== account) ?? '') + 1;
    const isWhole =
      bill === 'of the project' || (bill === 'of the project again after 3 h' && hour >= movedAt + 3);
    const charged = payers.slice(0, until).filter((payer) => isWhole || payer === account).length;
    const observation = anObservation({
      at: seenAt,
      account: BillingAccountId.parse(account),
      resources: [aVm({ price: '1', seenAt, createdAt: november })],
      spend: { from: november, until: later(november, hours(until)), amount: money(String(11 * charged)) },
    });
    const policy = { timezone: 'UTC', rules, attribute: [] };
    const { closed: _, ...metered } = meterSpend(head, observation, null, policy, hours(3));
    // The first poll is a few minutes late, and what it missed is part of the month.
    const { month } = metered.meters;
    const meters = { ...metered.meters, month: { ...month, since: november } };
    head = { ...head, observation, ...metered, meters, closedHours: [...metered.closedHours] };
    return head;
  });
}

/** Returns the spend that a budget of a period counts, and the part of it that its stops count. */
function spentIn(head: Head | undefined, period: BudgetPeriod) {
  if (!head?.observation || head.meters === null) expect.fail('nothing was metered');
  const { at: now } = head.observation;
  const spend = buildSpend(head.observation, { ...head, meters: head.meters });
  const stretch = { period, interval: budgetInterval(period, now, 'UTC') };
  return {
    toDate: computePeriodToDate(spend, stretch, now),
    reported: computeReportedSpend(spend, stretch, now)?.amount.toNumber(),
    forStops: countedForStops(aBudgetRule({ period }), spend, stretch, now)?.amount.toNumber(),
  };
}
const times = (count: number, account: string): string[] => Array.from({ length: count }, () => account);
const toDate = ({ report }: Head): number =>
  report === null ? Number.NaN : sumReportToDate(report).toNumber();

describe('a project that another account pays for from an hour on (invariant 27)', () => {
  const payers = [...times(30, 'main'), ...times(31, 'second')];

  it.each<[string, Given]>([
    ['whose new bill of it starts at zero', { payers }],
    ['whose new bill comes two hours late', { payers, lag: 2 }],
    ['whose bill stays that of the project', { payers, bill: 'of the project' }],
    [
      'whose new bill includes all of it some hours later',
      { payers, bill: 'of the project again after 3 h' },
    ],
    ['until the first account pays again', { payers: [...payers.slice(0, 40), ...times(21, 'main')] }],
    ['until a third account pays', { payers: [...payers.slice(0, 40), ...times(21, 'third')] }],
  ])('counts charges without a price once, in budgets of any period: %s', (_, given) => {
    const all = heads(given);
    const { lag = 0 } = given;
    const moves = given.payers.filter((payer, hour) => hour > 0 && payer !== given.payers[hour - 1]).length;
    // Charges without a price are lost in the hours that the bill of a former account did not show yet.
    const missing = 10 * (lag + moves * (lag + 1)) + 2;
    for (const [hour, head] of all.entries()) {
      expect(toDate(head)).toBeGreaterThan(11 * hour - missing);
      expect(toDate(head)).toBeLessThan(11 * hour + 12);
    }
    for (const [period, from] of budgets) {
      const amount = spentIn(all.at(-1), period).toDate?.amount.toNumber();
      expect(amount).toBeGreaterThan(11 * (60 - from) - missing);
      expect(amount).toBeLessThan(11 * (60 - from) + 12);
    }
  });

  it('falls only with a reason and counts nothing twice, however often it moves and between which accounts', () => {
    const anyStay = fc.tuple(fc.constantFrom('main', 'second', 'third'), fc.integer({ min: 1, max: 12 }));
    const anyBill = fc.constantFrom('of the account', 'of the project', 'of the project again after 3 h');
    const anyLag = fc.integer({ min: 0, max: 2 });
    fc.assert(
      fc.property(fc.array(anyStay, { minLength: 1, maxLength: 6 }), anyBill, anyLag, (stays, bill, lag) => {
        const payersOf = stays.flatMap(([account, count]) => times(count, account));
        const all = heads({ payers: payersOf, bill, lag });
        for (const [hour, { report, observation }] of all.entries()) {
          const before = all[hour - 1]?.report ?? null;
          const isNoted = report?.corrected !== undefined && report.corrected.at === observation?.at;
          if (report !== null && before !== null && !isNoted)
            expect(chargedToDate(report).gte(chargedToDate(before))).toBe(true);
          if (report !== null) expect(sumReportToDate(report).toNumber()).toBeLessThan(11 * hour + 12);
        }
      }),
      runs(60),
    );
  });

  it('counts what the account before was charged, but stops nothing for it', () => {
    const { toDate: counted, reported, forStops } = spentIn(heads({ payers }).at(-1), month);
    expect(counted?.source).toMatch(/; 320\.00 USD of it were charged to the account that paid before;/);
    expect(reported).toBe(320 + 11 * 30);
    expect(forStops).toBeLessThanOrEqual(11 * 30);
    expect(forStops).toBeGreaterThanOrEqual(0);
  });
});
