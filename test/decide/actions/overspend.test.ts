import { describe, expect, it } from 'vitest';
import { indexOverspends, judgeOverspend, overspendFinder } from '../../../lib/decide/actions/overspend.ts';
import { createFleetContextBuilder } from '../../../lib/decide/fleet-context.ts';
import { takeTurn } from '../../../lib/decide/turn.ts';
import {
  AlertKey,
  accountTarget,
  BillingAccountId,
  groupTarget,
  ProjectId,
  projectTarget,
  RuleName,
  type Target,
  type TargetId,
  toTarget,
} from '../../../lib/model/ids.ts';
import { money } from '../../../lib/model/money/money.ts';
import type { BudgetStopStep } from '../../../lib/model/rules/step.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { Verdict } from '../../../lib/rules/verdict.ts';
import type { Alert } from '../../../lib/state/alert.ts';
import type { Head } from '../../../lib/state/head.ts';
import { at } from '../../support/at.ts';
import { aHead, anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { emptyFleet, noPast } from '../../support/turn-input.ts';

const aStopAt = (sum: string, of: BudgetStopStep['of'] = 'everything'): BudgetStopStep => ({
  kind: 'stop',
  of,
  at: money(sum),
  after: hours(1),
  mode: 'enforce',
  approve: null,
});
const budget = aBudgetRule({ then: [aStopAt('1000', 'idle'), aStopAt('1100')] });
const policy = aPolicy({ rules: [budget] });
const month = { from: at('2026-11-01T00:00:00'), until: at('2026-11-21T11:00:00') };

/** The head of the project lab, for which the platform reports so much spend in November. */
function spent(amount: string, overrides: Parameters<typeof anObservation>[0] = {}) {
  const observation = anObservation({
    at: noon,
    seen: ['vms', 'machines', 'spend'],
    spend: { ...month, amount: money(amount) },
    ...overrides,
  });
  return takeTurn({
    head: aHead(),
    pollResult: observation,
    asked: observation.seen,
    unsupported: [],
    past: noPast,
    fleet: emptyFleet,
    policy: aPolicy({ rules: [] }),
    intervals: defaultIntervals,
  }).head;
}
const overspent = (amount: string, now = noon) =>
  indexOverspends([spent(amount)], policy, now).get(lab) ?? [];

describe('a budget that stops VMs', () => {
  it.each([
    ['999.99', []],
    ['1000', ['idle']],
    ['1099.99', ['idle']],
    ['1100', ['idle', 'everything']],
  ])('asks, once %s USD are reported, for the stop of %j', (amount, of) => {
    expect(overspent(amount).map(({ step }) => step.of)).toEqual(of);
  });

  it('asks for no stop without a report, whatever has accrued', () => {
    const head = { ...spent('5000'), report: null };
    expect(indexOverspends([head], policy, noon).get(lab)).toEqual([]);
  });

  it('asks for no stop on the report of a past month', () => {
    expect(overspent('5000', at('2026-12-01T00:00:01'))).toEqual([]);
  });

  it('applies to the projects of an account and to the members of a group', () => {
    const own = spent('10', { account: null });
    const found = (heads: Head[], target: TargetId) =>
      overspendFinder(heads, new Map([[target, overspent('1000')]]))(lab);
    expect(found([own], lab)).toHaveLength(1);
    const account = accountTarget(null, BillingAccountId.parse('main'));
    expect(found([spent('10', { account: BillingAccountId.parse('main') })], account)).toHaveLength(1);
    expect(found([own], account)).toEqual([]);
    const group = groupTarget(RuleName.parse('monthly budget'));
    const grouped = aHead({
      target: group,
      observation: {
        kind: 'group',
        cloud: 'compute',
        at: noon,
        seen: [],
        missing: [],
        members: [lab],
        unpolledMembers: [],
        spend: groupSpend(),
      },
    });
    expect(found([own, grouped], group)).toHaveLength(1);
    const others = aHead({ target: group, observation: { ...seenGroup(grouped), members: [] } });
    expect(found([own, others], group)).toEqual([]);
  });

  it('is evaluated for each of many projects without reading all the others again', () => {
    const asked = (count: number) => {
      let times = 0;
      const own = spent('1100');
      const heads = Array.from({ length: count }, (_, index) => ({
        ...own,
        target: projectTarget(null, ProjectId.parse(`lab-${index}`)),
        get observation() {
          times += 1;
          return own.observation;
        },
      }));
      const fleet = createFleetContextBuilder(heads, [], policy, noon);
      for (const { target } of heads) expect(fleet(target).overspends).toHaveLength(2);
      return times;
    };
    expect(asked(40)).toBe(4 * asked(10));
  });
});

const groupSpend = () => ({
  burnRate: aVm().price?.running ?? expect.fail(),
  committedRate: aVm().price?.running ?? expect.fail(),
  report: null,
  ...meters(),
  days: [],
});
function meters() {
  const head = spent('1');
  const { hour, day, month: running } = head.meters ?? expect.fail('no meters');
  return { hour, day, month: running };
}
const seenGroup = (head: ReturnType<typeof aHead>) =>
  head.observation?.kind === 'group' ? head.observation : expect.fail('no group');

describe('the VMs of an overspent project', () => {
  const target: Target = toTarget(lab);
  const idleBox = {
    kind: 'idle',
    phase: 'firing',
    step: null,
    subject: 'project/lab/vm/box',
    rule: 'forgotten machines',
    key: 'project/lab/vm/box#forgotten machines#2026-11-01T12:00:00Z',
  } as unknown as Alert;
  const judged = (
    amount: string,
    alerts: readonly Alert[] = [],
    found: readonly (readonly [AlertKey, Verdict['kind']])[] = [],
  ): Verdict[] => {
    const resources = [aVm(), aVm({ id: 'busy' }), aVm({ id: 'off', state: 'STOPPED', activity: 'stopped' })];
    const observation = anObservation({ resources });
    return judgeOverspend({
      target,
      observation,
      alerts,
      found: new Map(found),
      overspends: overspent(amount),
      isProtected: ({ metadata }) => metadata?.['spendwatch'] === 'keep',
      resourceOf: (subject) => resources.find(({ id }) => subject.endsWith(`/${id}`)),
    });
  };
  const named = (verdicts: readonly Verdict[]) =>
    verdicts.map(({ subject, kind }) => `${subject.slice('project/lab/vm/'.length)} ${kind}`);

  it('are asked to stop where a rule has found them idle, and from the higher sum on wherever they run', () => {
    expect(named(judged('1000'))).toEqual([]);
    expect(named(judged('1000', [idleBox]))).toEqual(['box breached']);
    expect(named(judged('1100', [idleBox]))).toEqual(['box breached', 'busy breached']);
  });

  it.each([
    ['breached', ['box breached']],
    ['unknown', ['box unknown']],
    ['clear', []],
    ['suspect', []],
  ] as const)('are judged by this poll: an idle verdict of %s (invariant 1)', (kind, verdicts) => {
    expect(named(judged('1000', [idleBox], [[idleBox.key, kind]]))).toEqual(verdicts);
  });

  it('are not idle because an earlier VM of the same name was', () => {
    const key = AlertKey.parse('project/lab/vm/box#forgotten machines#2026-10-01T12:00:00Z');
    expect(named(judged('1000', [{ ...idleBox, key }]))).toEqual([]);
  });
});
