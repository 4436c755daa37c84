import { describe, expect, it } from 'vitest';
import type { Resource } from '../../lib/model/facts/resource.ts';
import { toTarget } from '../../lib/model/ids.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { addCharges, charge, free, hourlyPrice, money } from '../../lib/model/money/money.ts';
import type { ReportedSpend } from '../../lib/model/money/spend.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { hours, minutes } from '../../lib/model/time/time.ts';
import { judgeReconcile, type ReconcileFacts } from '../../lib/rules/reconcile/judge.ts';
import { at } from '../support/at.ts';
import { aReconcileRule } from '../support/builders/account-rule-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';

const november = at('2026-11-01T00:00:00');
const worth = (amount: string) => charge(hourlyPrice(amount), hours(1));

type Told = {
  readonly reported?: string;
  /** Accrued by prices, over the time of the report. */
  readonly accrued?: string;
  readonly since?: string;
  readonly spend?: Partial<ReportedSpend>;
  readonly month?: Partial<Meter>;
  readonly resources?: readonly Resource[];
  readonly zone?: string;
};

const novemberInStJohns = at('2026-11-01T02:30:00');
const sinceThen = { since: novemberInStJohns, period: findPeriod('month', noon, 'America/St_Johns') };

/** A month monitored from its beginning, reported up to 11:00. */
function facts({
  reported,
  accrued = '100',
  since = '3',
  spend,
  month,
  resources = [aVm()],
  zone = 'UTC',
}: Told = {}): ReconcileFacts {
  return {
    target: toTarget(lab),
    observation: anObservation({ resources: [...resources] }),
    zone,
    spend: {
      report:
        reported === undefined
          ? null
          : {
              spend: { amount: money(reported), from: november, until: at('2026-11-21T11:00:00'), ...spend },
              accruedSince: worth(since),
            },
      day: aMeter('day', noon),
      month: aMeter('month', noon, { charge: addCharges(worth(accrued), worth(since)), ...month }),
      days: [],
      burnRate: free,
      committedRate: free,
    },
  };
}
function judge(told: Told, rule = aReconcileRule()) {
  const [verdict, ...others] = judgeReconcile(rule, facts(told));
  expect(others).toEqual([]);
  return verdict;
}

describe('the reported and the metered figure', () => {
  it.each([
    ['100', 'clear', 'agree'],
    ['101.01', 'clear', 'agree'],
    ['101.02', 'clear', '(1 %) apart'],
    ['105.26', 'clear', '(4.9 %) apart'],
    ['105.27', 'breached', '(5 %) apart'],
    ['95.23', 'breached', '4.77 USD (5 %) apart'],
    ['0', 'breached', 'apart'],
  ])('of 100.00 metered and %s reported are %s', (reported, kind, words) => {
    const verdict = judge({ reported });
    expect(verdict).toMatchObject({ kind, figures: { kind: 'reconcile' } });
    expect(verdict?.because).toContain(words);
  });

  it('cover the same time: what accrued since the report is left out', () => {
    const verdict = judge({ reported: '110', since: '40' });
    expect(verdict).toMatchObject({ kind: 'breached', severity: 'warning', episode: '2026-11-01T00:00:00Z' });
    expect(verdict?.because).toBe(
      '110.00 USD reported and 100.00 USD accrued from 2026-11-01T00:00:00Z to 2026-11-21T11:00:00Z, 10.00 USD (9 %) apart',
    );
  });

  it('differ only by the least sum or more, whatever share that is', () => {
    expect(judge({ reported: '1.99', accrued: '1' })).toMatchObject({ kind: 'clear' });
    expect(judge({ reported: '2', accrued: '1' })).toMatchObject({ kind: 'breached' });
  });

  it('mention resources without a price and unknown prices, by which they may differ more', () => {
    const resources = [
      aVm(),
      aVm({ kind: 'disk', id: 'd', price: null }),
      aVm({ kind: 'image', id: 'i', price: null }),
      aVm({ kind: 'image', id: 'gone', price: null, activity: 'gone' }),
    ];
    expect(judge({ reported: '120', resources, month: { gap: minutes(90) } })?.because).toMatch(
      /apart; resources without a price of their own appear only in the report \(2 now\); some prices were unknown for 1 h 30 min$/,
    );
  });
});

it.each([
  [{}, 'the platform has reported no spend for this month yet'],
  [
    { reported: '100', month: { since: at('2026-11-10T09:00:00') } },
    'this month has been monitored only since 2026-11-10T09:00:00Z',
  ],
  [
    { reported: '100', spend: { from: at('2026-10-31T23:00:00') } },
    "the platform's month began at 2026-10-31T23:00:00Z and the policy's at 2026-11-01T00:00:00Z",
  ],
  [{ reported: '0', spend: { until: november } }, 'the platform has billed no hour of this month yet'],
  [
    { reported: '100', spend: { until: at('2026-11-21T11:20:00') } },
    'the report ends within an hour, at 2026-11-21T11:20:00Z',
  ],
  [
    // The zone’s hours begin at half past, so what accrued since 11:00 is unknown.
    { reported: '100', zone: 'America/St_Johns', spend: { from: novemberInStJohns }, month: sinceThen },
    'the report ends within an hour, at 2026-11-21T11:00:00Z',
  ],
])('figures that cannot be compared are unknown: %#', (told, because) => {
  expect(judge(told)).toMatchObject({ kind: 'unknown', because, figures: null });
});

it('a rule has verdicts only on what it matches', () => {
  expect(judgeReconcile(aReconcileRule({ match: { account: '*' } }), facts({ reported: '1' }))).toEqual([]);
});
