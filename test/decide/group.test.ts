import { describe, expect, it } from 'vitest';
import { type GroupInput, observeGroup } from '../../lib/decide/group.ts';
import { groupTarget, ProjectId, projectTarget, RuleName, toTarget } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money/money.ts';
import { beginPastSpend } from '../../lib/model/past-spend.ts';
import { earlier, hours, type Instant, minutes } from '../../lib/model/time/time.ts';
import { judgeBudget } from '../../lib/rules/budget/judge.ts';
import { firstHead, type Head, unreadableHead } from '../../lib/state/head.ts';
import { aDay, dollars, november } from '../rules/judged-budget.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';

const project = (name: string) => projectTarget(null, ProjectId.parse(name));

/** A project seen a minute ago that spends 2 USD an hour; reported of it is 300 USD, and 10 accrued since. */
function aMember(
  name: string,
  overrides: Partial<Head> = {},
  seenAt: Instant = earlier(noon, minutes(1)),
): Head {
  return {
    ...firstHead(project(name)),
    seq: 7,
    observation: anObservation({ at: seenAt, resources: [aVm({ price: '2', seenAt })] }),
    meters: {
      hour: aMeter('hour', noon),
      day: aDay(noon, '5'),
      month: aMeter('month', noon, { charge: dollars('250') }),
    },
    report: {
      spend: { amount: money('300'), from: november, until: at('2026-11-21T11:00:00') },
      accruedSince: dollars('10'),
    },
    ...overrides,
  };
}
const unseen = { failedPolls: 3, failedBecause: 'listVms: 503' };

const rule = aBudgetRule({ name: 'all labs', shared: true, match: { project: 'lab-*' } });
const context = (heads: readonly Head[], overrides: Partial<GroupInput> = {}): GroupInput => ({
  heads,
  at: noon,
  zone: 'UTC',
  carry: hours(3),
  ...overrides,
});

function judged(heads: readonly Head[], by = rule, overrides: Partial<GroupInput> = {}) {
  const observation = observeGroup(by, context(heads, overrides));
  const target = toTarget(groupTarget(RuleName.parse(by.name)));
  const facts = {
    target,
    observation,
    zone: 'UTC',
    spend: observation.spend,
    usages: new Map(),
    signals: {},
    stops: [],
    hours: null,
  };
  return judgeBudget(by, { ...facts, atRisk: { counts: {}, isPartial: false }, overrides: [] });
}

describe('a group', () => {
  it('consists of the projects that match its rule', () => {
    const heads = [aMember('lab-1'), aMember('lab-2'), aMember('shop'), firstHead(groupTarget(rule.name))];
    expect(observeGroup(rule, context(heads)).members).toEqual([project('lab-1'), project('lab-2')]);
    expect(judged(heads)).toMatchObject([{ kind: 'breached', level: 50, subject: 'group/all labs' }]);
  });

  it('reports that its figures begin late while the past spend of a member cannot be read', () => {
    const weekly = aBudgetRule({
      ...{ name: rule.name, shared: true, match: rule.match, period: { kind: 'week', startsOn: 1 } },
    });
    const closed = [16, 17, 18, 19, 20].map((day) => aDay(at(`2026-11-${day}T12:00:00`), '40'));
    const gap = { because: 'HTTP 403', isUnsupported: false, until: noon };
    const late = (isUnsupported: boolean) =>
      aMember('lab-2', {
        pastSpend: { ...beginPastSpend(noon, 'UTC'), gap: { ...gap, isUnsupported } },
        meters: {
          hour: aMeter('hour', noon, { since: noon }),
          day: aMeter('day', noon, { since: noon }),
          month: aMeter('month', noon, { since: noon }),
        },
      });
    const known = aMember('lab-1', { days: { since: november, closed } });
    const because = (heads: readonly Head[]) => judged(heads, weekly)[0]?.because;
    expect(because([known])).not.toContain('only since');
    expect(because([known, late(false)])).toContain('counted only since monitoring began');
    expect(observeGroup(weekly, context([known, late(false)])).spend.days[0]?.since).toBe(
      at('2026-11-17T00:00:00'),
    );
    // Where the platform offers no past spend, a project that is first seen later counts as one that was created later.
    expect(because([known, late(true)])).not.toContain('only since');
  });

  it('adds up the spend of its members: reported, accrued, by the day, and the burn rate', () => {
    const { spend, missing } = observeGroup(rule, context([aMember('lab-1'), aMember('lab-2')]));
    expect(missing).toEqual([]);
    expect(spend.report?.spend.amount.toFixed()).toBe('600');
    expect([spend.month.charge, spend.day.charge, spend.report?.accruedSince].map(String)).toEqual(
      [dollars('500'), dollars('10'), dollars('20')].map(String),
    );
    expect(spend.burnRate?.toFixed()).toBe('4');
  });

  it('is only as current as the oldest report of its members', () => {
    const older = aMember('lab-2');
    const report = older.report && {
      ...older.report,
      spend: { ...older.report.spend, until: at('2026-11-21T09:00:00') },
    };
    const [verdict] = judged([aMember('lab-1'), { ...older, report }], { ...rule, basis: 'reported' });
    expect(verdict).toMatchObject({ figures: { asOf: at('2026-11-21T09:00:00') } });
    expect(verdict?.because).toContain('reported 3 h ago');
  });

  it('adds up the closed days of its members, including days that only some of them have', () => {
    const yesterday = aDay(at('2026-11-20T12:00:00'), '3');
    const before = aDay(at('2026-11-19T12:00:00'), '4');
    const days = (...closed: (typeof before)[]) => ({ days: { since: november, closed } });
    const heads = [aMember('lab-1', days(before, yesterday)), aMember('lab-2', days(yesterday))];
    const { spend } = observeGroup(rule, context(heads));
    expect(spend.days.map(({ period, charge }) => [period.from, charge.toFixed()])).toEqual([
      [before.period.from, dollars('4').toFixed()],
      [yesterday.period.from, dollars('6').toFixed()],
    ]);
  });

  it('without any project is unknown, not within its budget', () => {
    expect(judged([])).toMatchObject([{ kind: 'unknown', because: 'no matching project has been observed' }]);
  });
});

describe('invariant 20: a member whose head cannot be read', () => {
  const heads = [aMember('lab-1'), unreadableHead(project('lab-2'), 'it is damaged')];

  it('is missing in the figures of the group, and the verdict says so', () => {
    const { members, unpolledMembers, missing } = observeGroup(rule, context(heads));
    expect([members, unpolledMembers]).toEqual([[project('lab-1')], [project('lab-2')]]);
    expect(missing[0]?.because).toContain('project/lab-2: its record in the ledger cannot be read');
    expect(judged(heads)[0]?.because).toContain('figures of 1 of 2 projects are missing or outdated');
  });

  it('keeps the budget from being clear, on whatever basis, but not from being breached', () => {
    const roomy = { ...rule, limit: money('5000'), thresholds: [money('4000')] };
    expect(judged([aMember('lab-1')], roomy)).toMatchObject([{ kind: 'clear' }]);
    expect(judged(heads, roomy)).toMatchObject([{ kind: 'unknown' }]);
    expect(judged(heads, { ...roomy, basis: 'reported' })).toMatchObject([{ kind: 'unknown' }]);
    expect(judged(heads, { ...rule, thresholds: [money('100')] })).toMatchObject([{ kind: 'breached' }]);
  });

  it('also counts as missing after its project is gone, since what it spent still counts', () => {
    const gone = heads.map((head) => ({ ...head, failureScope: 'unlisted' as const }));
    expect(observeGroup(rule, context(gone)).unpolledMembers).toEqual([project('lab-2')]);
  });
});

describe('a member that cannot be polled', () => {
  const heads = [aMember('lab-1'), aMember('lab-2', unseen)];

  it('counts with its last known figures, and the verdict says so', () => {
    const [verdict] = judged(heads);
    expect(verdict).toMatchObject({ kind: 'breached', level: 50 });
    expect(verdict?.because).toBe(
      '620.00 USD of 1,000.00 USD (62 %) to date: 600.00 USD reported and 20.00 USD since; figures of 1 of 2 projects are missing or outdated, such as project/lab-2: listVms: 503',
    );
  });

  it.each([
    ['has failed polls', unseen, undefined],
    ['has not been polled for a long time', {}, earlier(noon, minutes(31))],
    ['has never been seen', { observation: null, meters: null, report: null }, undefined],
    ['has no report', { report: null }, undefined],
  ])(
    'makes a reported sum unknown rather than low when it %s, but a threshold already reached stays breached',
    (_, flaw, seenAt) => {
      const members = [aMember('lab-1'), aMember('lab-2', flaw, seenAt)];
      const high = { ...rule, basis: 'reported' as const, thresholds: [money('900')] };
      expect(judged(members, high)).toMatchObject([{ kind: 'unknown' }]);
      expect(judged(members, { ...high, thresholds: [money('300')] })).toMatchObject([{ kind: 'breached' }]);
      expect(judged([aMember('lab-1'), aMember('lab-2')], high)).toMatchObject([{ kind: 'clear' }]);
    },
  );

  it('adds the figures of its last day to the closed days, once that day is over', () => {
    const yesterday = aDay(at('2026-11-20T12:00:00'), '7');
    const late = aMember('lab-2', unseen);
    const meters = late.meters && { ...late.meters, day: yesterday };
    const weekly = { ...rule, period: { kind: 'week', startsOn: 1 } as const };
    const [verdict] = judged([aMember('lab-1'), { ...late, meters }], weekly);
    expect(verdict?.because).toContain('12.00 USD of 1,000.00 USD');
  });

  it('since the month before has no known spend in this month', () => {
    const october = at('2026-10-20T12:00:00');
    const old = aMember('lab-2', {
      ...unseen,
      report: {
        spend: { amount: money('9000'), from: at('2026-10-01T00:00:00'), until: october },
        accruedSince: dollars('0'),
      },
      meters: {
        hour: aMeter('hour', october),
        day: aDay(october, '9'),
        month: aMeter('month', october, { charge: dollars('9000') }),
      },
    });
    const { spend } = observeGroup(rule, context([aMember('lab-1'), old]));
    expect([spend.report?.spend.amount.toFixed(), spend.month.charge.toFixed()]).toEqual([
      '300',
      dollars('250').toFixed(),
    ]);
    expect(observeGroup(rule, context([old])).spend.report).toBeNull();
  });

  it('is assumed to go on spending for as long as a price is carried on, and no longer', () => {
    const rateWhenSeen = (ago: number) =>
      observeGroup(
        rule,
        context([aMember('lab-1', unseen, earlier(noon, hours(ago)))]),
      ).spend.burnRate?.toFixed();
    expect([rateWhenSeen(3), rateWhenSeen(3.1)]).toEqual(['2', '0']);
  });

  it('that is gone keeps what it spent, spends no more, and makes nothing unknown', () => {
    const gone = [aMember('lab-1'), aMember('lab-2', { ...unseen, failureScope: 'unlisted' })];
    const high = { ...rule, basis: 'reported' as const, thresholds: [money('900')] };
    expect(judged(gone, high)).toMatchObject([{ kind: 'clear' }]);
    const { spend } = observeGroup(rule, context(gone));
    expect([spend.report?.spend.amount.toFixed(), spend.burnRate?.toFixed()]).toEqual(['600', '2']);
  });
});

it('a member without a report adds its accrued charges to the reports of the others', () => {
  const { spend } = observeGroup(rule, context([aMember('lab-1'), aMember('lab-2', { report: null })]));
  expect(spend.report?.spend.amount.toFixed()).toBe('300');
  expect(spend.report?.accruedSince.toFixed()).toBe(dollars('260').toFixed());
});
