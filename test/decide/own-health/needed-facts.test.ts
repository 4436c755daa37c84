import { describe, expect, it } from 'vitest';
import { observeAccount } from '../../../lib/clouds/compute/facts/account.ts';
import { WireBillingAccount } from '../../../lib/clouds/compute/wire/billing-account.ts';
import { readRecord } from '../../../lib/clouds/http/read-record.ts';
import { findBlindness } from '../../../lib/decide/own-health/blindness.ts';
import { takeTurn } from '../../../lib/decide/turn.ts';
import type { PollResult } from '../../../lib/model/facts/observation.ts';
import type { Resource } from '../../../lib/model/facts/resource.ts';
import { type UsageSamples, usageSlot } from '../../../lib/model/facts/usage.ts';
import { accountTarget, BillingAccountId, type TargetId } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { defaultIntervals as intervals } from '../../../lib/model/time/intervals.ts';
import { type Instant, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import { RuleKind } from '../../../lib/rules/terms.ts';
import { firstHead, type Head } from '../../../lib/state/head.ts';
import { at } from '../../support/at.ts';
import {
  aFreshnessRule,
  anAccountStateRule,
  aRateRule,
  aReconcileRule,
  aRunwayRule,
} from '../../support/builders/account-rule-builders.ts';
import {
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  lab,
  noon,
  times,
  usageUntil,
} from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anAnomalyRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import {
  aCommitmentRule,
  aLifetimeRule,
  aScheduleRule,
  aWasteRule,
} from '../../support/builders/resource-rule-builders.ts';
import { emptyFleet, noPast } from '../../support/turn-input.ts';

const main = accountTarget(null, BillingAccountId.parse('main'));

type Polls = (at: Instant, poll: number) => PollResult;

/** Takes some turns, and returns the finding of unknown facts after them; `null` for none. */
function toldAfter(target: TargetId, rules: readonly Rule[], poll: Polls, count: number): string | null {
  let head: Head = firstHead(target);
  let now = noon;
  const policy = aPolicy({ rules: [...rules] });
  const samplings: UsageSamples[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    now = later(noon, milliseconds(turn * minutes(5)));
    const pollResult = poll(now, turn);
    const past = { ...noPast, samplings: [...samplings], hours: [] };
    const input = { head, pollResult, asked: [], unsupported: [], past, fleet: emptyFleet };
    head = takeTurn({ ...input, policy, intervals }).head;
    if (pollResult.kind === 'project') samplings.push({ at: now, usage: pollResult.usage });
  }
  const context = { policy, intervals, now, isClockRight: true, clockNotifiedAt: null, hasClockSpell: false };
  const found = findBlindness([], { ...context, heads: [head] }).filter(({ matter }) => matter === 'facts');
  return found[0]?.because ?? null;
}

const fiveHours = 61;
const account =
  (overrides: Parameters<typeof anAccountObservation>[0]): Polls =>
  (now) =>
    anAccountObservation({
      at: now,
      ...{ paymentTerms: 'prepaid', creditBalance: money('50'), burnRate: hourlyPrice('1') },
      ...{ overdue: { count: 0, amount: money('0'), since: null }, monthlySpend: money('1') },
      ...{ monthlySpendLimit: money('100'), burnLimit: hourlyPrice('10') },
      ...overrides,
    });
const project =
  (resource: Resource, overrides: Parameters<typeof anObservation>[0] = {}): Polls =>
  (now) =>
    anObservation({
      at: now,
      seen: ['vms', 'machines', 'volumes', 'disks', 'images', 'buckets'],
      resources: [{ ...resource, seenAt: now }],
      ...overrides,
    });
/** Polls of a VM whose monitors report the last three slots of these figures. */
const sampled =
  (figures: Parameters<typeof usageUntil>[1][number]): Polls =>
  (at, turn) => {
    const until = later(noon, milliseconds(Math.floor((at - noon) / usageSlot) * usageSlot));
    const usage = turn % 3 === 0 ? [usageUntil(until, times(12, figures))] : [];
    return anObservation({ at, seen: ['vms', ...(turn % 3 === 0 ? (['usage'] as const) : [])], usage });
  };
const quiet = { cpu: 1, network: 1, disk: 1, answers: true };
const limit = (kind: 'share-of-hourly-limit' | 'share-of-monthly-limit') => aRateRule({ kind, percent: 80 });
const unreadable = (field: string) => [{ part: 'account' as const, field, because: 'no number' }];
const ofMain = { match: { account: 'main' } };
const lost = {
  spend: {
    amount: money('1'),
    from: at('2026-11-01T00:00:00'),
    until: at('2026-11-21T11:00:00'),
    leftOut: 3,
  },
};

/** Each rule, a fact that it needs, and polls in which that fact is unknown. */
const needs: readonly (readonly [Rule, string, TargetId, Polls])[] = [
  [aRunwayRule(), 'the credit that is left', main, account({ creditBalance: null })],
  [aRunwayRule(), 'its burn rate', main, account({ burnRate: null })],
  [
    aRunwayRule(),
    'whether it is prepaid',
    main,
    account({ creditBalance: money('0'), paymentTerms: 'unknown' }),
  ],
  [anAccountStateRule(), 'its state', main, account({ standing: 'unspecified' })],
  [anAccountStateRule(), 'whether an invoice is overdue', main, account({ overdue: null })],
  [
    anAccountStateRule(),
    'its payments',
    main,
    account({ missing: [{ part: 'payments', because: 'HTTP 500' }] }),
  ],
  [aRateRule('50', ofMain), 'its burn rate', main, account({ burnRate: null })],
  [limit('share-of-hourly-limit'), 'its burn rate', main, account({ burnRate: null })],
  [
    limit('share-of-hourly-limit'),
    'its hourly limit',
    main,
    account({ burnLimit: null, unreadable: unreadable('hourlySpendLimit') }),
  ],
  [limit('share-of-monthly-limit'), 'what it has spent this month', main, account({ monthlySpend: null })],
  [
    limit('share-of-monthly-limit'),
    'its monthly limit',
    main,
    account({ monthlySpendLimit: null, unreadable: unreadable('monthlySpendLimit') }),
  ],
  [aRateRule(), 'the price of some of its resources', lab, project(aVm({ price: null }))],
  [anAnomalyRule(ofMain), 'its burn rate', main, account({ burnRate: null })],
  [aBudgetRule({ basis: 'reported' }), 'its spend', lab, project(aVm())],
  [aBudgetRule({ basis: 'reported' }), 'the amounts of some items', lab, project(aVm(), lost)],
  [aReconcileRule(), 'its reported spend', lab, project(aVm())],
  [aReconcileRule(), 'the amounts of some items', lab, project(aVm(), lost)],
  [aCommitmentRule(), 'when its commitment ends', lab, project(aVm({ committedUntil: 'unknown' }))],
  [aLifetimeRule(), 'its age', lab, project(aVm({ createdAt: null }))],
  [aLifetimeRule({ extend: minutes(600) }), 'its metadata', lab, project(aVm({ metadata: null }))],
  [aScheduleRule(), 'its state', lab, project(aVm({ activity: 'unknown', state: 'ODD' }))],
  [aWasteRule(), 'its state', lab, project(aVm({ activity: 'unknown', state: 'ODD' }))],
  [aWasteRule(), 'whether anything uses it', lab, project(aVolume({ kind: 'disk', inUse: null }))],
  [aWasteRule(), 'its used size', lab, project(aVolume({ usedGib: null }))],
  [aWasteRule(), 'its used size', lab, project(aVolume({ kind: 'bucket', usedGib: null }))],
  [aWasteRule(), 'its state', lab, project(aVolume({ usedGib: null, activity: 'unknown', state: 'ODD' }))],
  [aWasteRule(), 'its price', lab, project(aVm({ activity: 'failed', state: 'FAILED', price: null }))],
  [anIdleRule(), 'its state', lab, project(aVm({ activity: 'unknown', state: 'ODD' }))],
  [anIdleRule(), 'its usage samples', lab, (at) => anObservation({ at, usage: [usageUntil(noon, [quiet])] })],
  [anIdleRule(), 'the use of its CPU', lab, sampled({ ...quiet, cpu: null })],
  [anIdleRule(), 'the use of its network', lab, sampled({ ...quiet, network: null })],
  [anIdleRule(), 'the use of its disk', lab, sampled({ ...quiet, disk: null })],
  [
    anIdleRule(),
    'a ping answer from its guest: run the guest agent',
    lab,
    sampled({ ...quiet, answers: false }),
  ],
];

describe('a fact that a rule needs and that stays unknown (invariants 17 and 18)', () => {
  it('is covered for every kind of rule except freshness, which alerts by itself', () => {
    const covered = new Set(needs.map(([{ kind }]) => kind));
    expect(RuleKind.options.filter((kind) => !covered.has(kind))).toEqual(['freshness']);
  });

  it.each(needs.map(([rule, fact, ...rest]) => [rule.kind, fact, rule, ...rest] as const))(
    'of %s, such as %s, is reported by fact, subject and rule, without any freshness rule',
    (_, fact, rule, target, polls) => {
      const told = toldAfter(target, [rule], polls, fiveHours);
      expect(told).toContain(`${fact}`);
      expect(told).toContain(target === main ? 'of account/main' : 'of project/lab');
      expect(told).toContain(`which rule "${rule.name}" needs, since 2026-11-21T1`);
      // A gap of some polls is not reported.
      expect(toldAfter(target, [rule], polls, 4)).toBeNull();
    },
  );

  it.each(
    ['state', 'creditBalance', 'hourlySpendRate'].flatMap((field) =>
      [undefined, null, '', {}].map((value) => [field, value] as const),
    ),
  )('is reported when the platform sends %s as %j', (field, value) => {
    const wire = {
      ...{ id: 'main', state: 'STATE_ACTIVE', paymentTerms: 'PAYMENT_TERMS_PREPAID' },
      ...{ creditBalance: '50', hourlySpendRate: '1' },
      [field]: value,
    };
    const polls: Polls = (at, poll) => {
      const read = readRecord(WireBillingAccount, JSON.parse(JSON.stringify({ ...wire, poll })));
      if (read.kind !== 'read') expect.fail(`the account is lost by its ${field}`);
      const answer = { kind: 'answered', value: read.record, flaws: [] } as const;
      return observeAccount({ at, account: answer, invoices: null, payments: null, spend: null });
    };
    const fact = { state: 'its state', creditBalance: 'the credit', hourlySpendRate: 'its burn rate' };
    const rules = [anAccountStateRule(), aRunwayRule()];
    expect(toldAfter(main, rules, polls, fiveHours)).toContain(fact[field as keyof typeof fact]);
  });

  it('is not reported where nothing is wrong, or where time alone makes it known', () => {
    const whole: readonly (readonly [Rule, TargetId, Polls])[] = [
      [aRunwayRule(), main, account({})],
      [anAccountStateRule(), main, account({})],
      [limit('share-of-monthly-limit'), main, account({ monthlySpendLimit: null })],
      [anIdleRule(), lab, sampled(quiet)],
      [anIdleRule({ window: minutes(60 * 24) }), lab, sampled(quiet)],
      [anAnomalyRule(), lab, project(aVm())],
      [aWasteRule(), lab, project(aVm({ activity: 'changing', state: 'STARTING' }))],
      [aCommitmentRule(), lab, project(aVm())],
    ];
    for (const [rule, target, polls] of whole)
      expect(toldAfter(target, [rule], polls, fiveHours), rule.kind).toBeNull();
  });

  it('is left to a freshness rule where that reports it', () => {
    const polls = account({ creditBalance: null, unreadable: unreadable('creditBalance') });
    expect(toldAfter(main, [aRunwayRule()], polls, fiveHours)).toContain('the credit that is left');
    expect(toldAfter(main, [aRunwayRule(), aFreshnessRule()], polls, fiveHours)).toBeNull();
  });

  it('is no longer reported as soon as a verdict knows it, or its resource is gone', () => {
    const known: Polls = (at, poll) => account({ ...(poll < 50 && { creditBalance: null }) })(at, poll);
    expect(toldAfter(main, [aRunwayRule()], known, 50)).toContain('the credit that is left');
    expect(toldAfter(main, [aRunwayRule()], known, 51)).toBeNull();
    const ageless = aVm({ createdAt: null });
    const gone: Polls = (at, poll) => project(ageless, poll < 50 ? {} : { resources: [] })(at, poll);
    expect(toldAfter(lab, [aLifetimeRule()], gone, 50)).toContain('its age');
    expect(toldAfter(lab, [aLifetimeRule()], gone, 51)).toBeNull();
  });
});
