import { describe, expect, it } from 'vitest';
import { indexOverspends, judgeOverspend, overspendFinder } from '../../lib/decide/actions/overspend.ts';
import { takeTurn } from '../../lib/decide/turn.ts';
import { toTarget } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money/money.ts';
import { nameOfMatch } from '../../lib/model/rules/match.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { judgeRate } from '../../lib/rules/rate/judge.ts';
import { at } from '../support/at.ts';
import { aRateRule } from '../support/builders/account-rule-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../support/builders/policy-builders.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';
import { dollars, judged, november, spendFacts } from './judged-budget.ts';

const match = { metadata: { team: 'ml' } };
const own = aVm({ id: 'own', price: '2', metadata: { team: 'ml' } });
const other = aVm({ id: 'other', price: '7', metadata: { team: 'web' } });
const unread = aVm({ id: 'unread', price: '7', metadata: null });
const stop = {
  kind: 'stop',
  of: 'everything',
  at: money('90'),
  after: hours(1),
  mode: 'enforce',
  approve: null,
} as const;
const rule = aBudgetRule({ limit: '100', basis: 'to-date', match, then: [stop] });
const month = (amount: string, estimated = '0', since = november) =>
  aMeter('month', noon, {
    charge: dollars('400'),
    parts: [
      {
        of: nameOfMatch(match),
        charge: dollars(amount),
        ...(estimated !== '0' && { estimated: dollars(estimated) }),
        since,
      },
    ],
  });
const facts = (resources = [own, other], meter = month('60')) => ({
  ...spendFacts({ reported: '430', since: '10', month: meter }),
  observation: anObservation({ resources }),
});

describe('a budget on resources', () => {
  it('20. counts what was metered of them, and states how much of the month belongs to no resource', () => {
    const verdict = judged(rule, facts());
    expect(verdict).toMatchObject({ kind: 'breached', level: 50 });
    expect(verdict?.because).toBe(
      '60.00 USD of 100.00 USD (60 %) of its resources, accrued; 40.00 USD of the month belongs to no resource and is not included',
    );
    expect(verdict?.figures).toMatchObject({ spent: money('60'), metered: { unattributed: money('40') } });
  });

  it('20. calls time of the month that nobody watched a gap', () => {
    const before = facts();
    const gapped = { ...before.spend.month, gap: hours(2) };
    const verdict = judged(rule, { ...before, spend: { ...before.spend, month: gapped } });
    expect(verdict?.because).toContain(
      '40.00 USD of the month is of 2 h that nobody watched, or belongs to no resource',
    );
    expect(verdict?.figures).toMatchObject({ metered: { unattributed: money('40'), gap: hours(2) } });
  });

  it('20. states since when it counts', () => {
    expect(judged(rule, facts([own], month('60', '0', at('2026-11-10T00:00:00'))))?.because).toContain(
      'counted only since this budget began',
    );
  });

  it('20. is not clear while a VM may belong to it whose metadata cannot be read', () => {
    const verdict = judged(rule, facts([own, unread], month('10')));
    expect(verdict).toMatchObject({ kind: 'unknown' });
    expect(verdict?.because).toContain('1 resource may also match');
  });

  it('1. stops only its own VMs, and only by what was metered and is no estimate', () => {
    const stopped = (meter: ReturnType<typeof month>, actOnEstimates: boolean) => {
      const observation = anObservation({ resources: [own, other, unread] });
      const meters = { hour: aMeter('hour', noon), day: aMeter('day', noon), month: meter };
      const head = aHead({ observation, meters });
      const rules = [actOnEstimates ? { ...rule, actOnEstimates: true as const } : rule];
      const found = overspendFinder([head], indexOverspends([head], aPolicy({ rules }), noon));
      return judgeOverspend({
        target: toTarget(lab),
        observation,
        alerts: [],
        found: new Map(),
        overspends: found(lab),
        isProtected: () => false,
        resourceOf: () => undefined,
      }).map(({ subject }) => subject);
    };
    const ownAlone = ['project/lab/vm/own'];
    expect(stopped(month('95'), false)).toEqual(ownAlone);
    expect(stopped(month('80'), false)).toEqual([]);
    expect(stopped(month('95', '20'), false)).toEqual([]);
    expect(stopped(month('95', '20'), true)).toEqual(ownAlone);
    expect(judged(rule, facts([own], month('95', '20')))?.because).toContain('no VM is stopped at 90.00 USD');
  });
});

it('20. a rate on resources adds up only those resources', () => {
  const [verdict] = judgeRate(aRateRule('1', { match }), {
    ...facts(),
    observation: anObservation({ at: later(noon, hours(1)), resources: [own, other] }),
  });
  expect(verdict?.because).toMatch(/^2\.00 USD\/h of its resources, /);
});

it('20. an alert of a budget on resources has their burn rate and drivers, not those of the project', () => {
  const observation = anObservation({ resources: [own, other], seen: ['vms'] });
  const meters = { hour: aMeter('hour', noon), day: aMeter('day', noon), month: month('60') };
  const head = aHead({ observation: { ...observation, at: earlier(noon, minutes(5)) }, meters });
  const { head: next } = takeTurn({
    head,
    pollResult: observation,
    asked: observation.seen,
    unsupported: [],
    past: noPast,
    fleet: emptyFleet,
    policy: aPolicy({ rules: [rule] }),
    intervals: defaultIntervals,
  });
  const [notice] = next.outbox.flatMap(({ notifications }) => notifications);
  if (notice?.kind !== 'alert') throw new Error('no alert');
  expect(notice.burnRate?.toFixed()).toBe('2');
  expect(notice.drivers.map(({ subject }) => subject)).toEqual(['project/lab/vm/own']);
});
