import { afterEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { sumSpend } from '../../../lib/jobs/queries/spend-by.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  type TargetId,
} from '../../../lib/model/ids.ts';
import {
  addMoney,
  type Charge,
  chargeToMoney,
  money,
  noCharge,
  noMoney,
} from '../../../lib/model/money/money.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import type { Head } from '../../../lib/state/head.ts';
import { listBudgets } from '../../../lib/views/budgets.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const lab = projectTarget(null, ProjectId.parse('lab'));
const main = accountTarget(null, BillingAccountId.parse('main'));
const opened = '2026-02-03T08:00:00Z';
const events = [
  happens(opened, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(opened, { kind: 'create-project', id: 'lab', account: 'main' }),
  newVm(opened, 'lab', 'server', { priceHr: '0.3217' }),
  newVm('2026-02-11T23:59:59Z', 'lab', 'trainer', { priceHr: '1.618034' }),
  // It is gone before monitoring begins.
  newVm('2026-03-01T06:15:37Z', 'lab', 'batch', { priceHr: '2.4' }),
  happens('2026-03-09T21:07:09Z', { kind: 'terminate-vm', project: 'lab', vm: 'batch' }),
  newVm('2026-03-10T13:31:00Z', 'lab', 'late', { priceHr: '0.9' }),
] as const;
const began = '2026-03-10T14:02:00Z';
const policy = `
version: 1
timezone: Europe/London
rules:
  - { name: of a month, budget: 900 USD a month, match: { project: lab }, forecast: 90% }
  - { name: of a week, budget: 400 USD a week, match: { project: lab } }
  - { name: odd, anomaly: 2x, match: { project: lab } }
`;

let story: Story;
afterEach(() => story.close());

const headOf = async (target: TargetId): Promise<Head> =>
  (await story.ledger.head(target)) ?? expect.fail(`no head of ${target}`);
/** Each row of a reply is rounded to some ten digits. */
const usd = (charge: Charge) => chargeToMoney(charge).toFixed(6);
const billed = (from: Instant, until: Instant) =>
  usd(story.world.bill(from, until, { project: 'lab' }).total);

describe('an account that has existed for a month', () => {
  it('is known from its first poll on: the month before, the running one, its days, and the hours of a week', async () => {
    story = await tellStory({ hasPastSpend: true, from: began, events, policy });
    await story.runUntil(at(began));
    const now = at(began);
    const ask = async (from: string, until: Instant, unit: 'day' | 'hour' | 'month') =>
      sumSpend(story.ledger, {
        targets: [lab],
        from: at(from),
        until,
        by: [{ kind: 'period', unit, zone: 'Europe/London' }],
      });
    const february = await ask('2026-02-01T00:00:00Z', at('2026-03-01T00:00:00Z'), 'month');
    expect(usd(february.total)).toBe(billed(at('2026-02-01T00:00:00Z'), at('2026-03-01T00:00:00Z')));
    expect(february.missing).toEqual([]);
    const march = await ask('2026-03-01T00:00:00Z', now, 'day');
    // The platform has not reported the last two hours for certain: they are estimated, so nothing is unknown.
    expect(usd(march.total)).toBe(billed(at('2026-03-01T00:00:00Z'), now));
    const estimated = billed(at('2026-03-10T12:00:00Z'), now);
    expect(usd(march.beyondHours?.charge ?? noCharge)).toBe(estimated);
    // Ten days, and a row for the estimate, which is of no day.
    expect(march.rows).toHaveLength(11);
    expect(march.gap).toBe(0);
    expect([...march.coverage.values()]).toMatchObject([{ watched: 0 }]);
    const week = await ask('2026-03-03T15:00:00Z', at('2026-03-10T12:00:00Z'), 'hour');
    expect(usd(week.total)).toBe(billed(at('2026-03-03T15:00:00Z'), at('2026-03-10T12:00:00Z')));
    expect(week.missing).toEqual([]);
  });

  it('has a forecast from its reported days under any monthly budget, at once', async () => {
    const plain =
      'version: 1\nrules: [{ name: of a month, budget: 900 USD a month, match: { project: lab } }]';
    const from = '2026-02-21T14:02:00Z';
    story = await tellStory({ hasPastSpend: true, from, events, policy: plain });
    await story.runUntil(at(from));
    const context = { policy: readPolicy(plain, 'plain'), overrides: [], now: at(from) };
    const [budget] = listBudgets([await headOf(lab)], context);
    const { low, likely, high } = budget?.forecast ?? expect.fail('no forecast');
    expect(low.gt(addMoney(budget?.spent ?? noMoney, money('100')))).toBe(true);
    expect(high.minus(low).lt(likely)).toBe(true);
  });

  it('is metered to the last digit once the hour in which monitoring began is reported, and nothing counts twice', async () => {
    story = await tellStory({ hasPastSpend: true, from: began, events, policy });
    const end = at('2026-03-10T20:00:00Z');
    await story.runUntil(end);
    for (const target of [lab, main]) {
      const { meters, pastSpend } = await headOf(target);
      expect(pastSpend).toMatchObject({ reached: at('2026-03-10T15:00:00Z'), open: [], gap: null });
      expect(meters?.month).toMatchObject({ since: at('2026-03-01T00:00:00Z'), gap: 0 });
      const sum = billed(at('2026-03-01T00:00:00Z'), at('2026-03-10T19:57:00Z'));
      expect(usd(meters?.month.charge ?? noCharge)).toBe(sum);
    }
  });
});
