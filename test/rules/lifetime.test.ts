import { describe, expect, it } from 'vitest';
import { toTarget } from '../../lib/model/ids.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
} from '../../lib/model/time/time.ts';
import { judgeLifetime } from '../../lib/rules/lifetime/judge.ts';
import type { LifetimeRule } from '../../lib/rules/lifetime/terms.ts';
import { PastStop } from '../../lib/state/intent.ts';
import type { Override, OverrideByKind } from '../../lib/state/override.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { aLifetimeRule } from '../support/builders/resource-rule-builders.ts';
import { aTerminate } from '../support/builders/step-builders.ts';

const judged = (
  resource: Parameters<typeof aVm>[0],
  {
    overrides = [],
    stops = [],
    ...rule
  }: Partial<LifetimeRule> & { overrides?: readonly Override[]; stops?: readonly PastStop[] } = {},
) =>
  judgeLifetime(aLifetimeRule(rule), {
    overrides,
    stops,
    target: toTarget(lab),
    observation: anObservation({
      seen: ['vms', 'machines', 'clusters', 'volumes'],
      resources: [aVm(resource)],
    }),
    zone: 'UTC',
  });
const week = earlier(noon, days(7));

it.each([
  ['a VM exactly as old as allowed', { createdAt: week }, 'clear'],
  ['a VM a moment older', { createdAt: earlier(week, milliseconds(1)) }, 'breached'],
  [
    'a stopped VM that is older',
    { createdAt: earlier(week, days(1)), state: 'STOPPED', activity: 'stopped' },
    'breached',
  ],
  ['a VM of unknown age', { createdAt: null }, 'unknown'],
  ['a machine', { kind: 'machine', createdAt: earlier(week, days(1)) }, 'breached'],
  ['a cluster', { kind: 'cluster', createdAt: earlier(week, days(1)) }, 'breached'],
] as const)('%s is %s', (_, resource, kind) => {
  expect(judged(resource)).toMatchObject([{ kind }]);
});

it('a VM that the rule has stopped is clear, unless it deletes it later, and its cost is not the price of now times its age', () => {
  const { name, then } = aLifetimeRule();
  const stopped = { createdAt: earlier(week, days(1)), state: 'STOPPED', activity: 'stopped' } as const;
  const of = PastStop.parse({
    subject: 'project/lab/vm/m1',
    rule: name,
    stoppedAt: week,
    startedAgainAt: null,
    ours: true,
  });
  const stops = [{ ...of, subject: judged(stopped)[0]?.subject ?? of.subject }];
  expect(judged(stopped, { stops })).toMatchObject([{ kind: 'clear', figures: { cost: null } }]);
  expect(judged(stopped, { stops: stops.map((stop) => ({ ...stop, ours: false })) })).toMatchObject([
    { kind: 'breached' },
  ]);
  const deletes = [...then, aTerminate()];
  expect(judged(stopped, { stops, then: deletes })).toMatchObject([{ kind: 'breached' }]);
});

it('states how old it is and how old it may get', () => {
  expect(judged({})[0]?.because).toBe('20 d old (limit 7 d)');
  expect(judged({ createdAt: null })[0]?.because).toBe('the platform does not report its age');
});

it.each(['volume', 'disk', 'cluster-machine'] as const)('a lifetime rule has no verdict on a %s', (kind) => {
  expect(judged({ kind })).toEqual([]);
});

describe('a lifetime that a keep extends', () => {
  const extend = days(3);
  const aKeep = (until: Instant): OverrideByKind<'keep'> => ({
    kind: 'keep',
    id: 'keep-1',
    author: 'ada',
    reason: 'a run',
    at: earlier(noon, hours(1)),
    until,
    subject: 'project/lab/*',
  });
  const old = { createdAt: earlier(week, days(1)) };

  it('ends where no keep extends it, and the reason says so', () => {
    expect(judged(old, { extend })).toMatchObject([
      {
        kind: 'breached',
        because: '8 d old (limit 7 d; no keep extends it)',
        figures: { isExtendable: true },
      },
    ]);
  });

  it.each([
    ['an override', {}, [aKeep(later(noon, hours(5)))]],
    ['its metadata', { metadata: { 'spendwatch-keep-until': '2026-11-21T17:00:00Z' } }, []],
  ])('lasts until the end of a keep by %s', (_, more, overrides) => {
    expect(judged({ ...old, ...more }, { extend, overrides })).toMatchObject([
      {
        kind: 'clear',
        because:
          '8 d old (limit 7 d, extended until 2026-11-21T17:00:00Z); about 96.00 USD so far, 2.50 USD until then',
      },
    ]);
  });

  it('names who needs the resource and what for, from the newest keep in force or from its metadata', () => {
    const metadata = { owner: 'bob', purpose: 'a demo' };
    const owned = (...overrides: Override[]) =>
      judged({ ...old, metadata }, { extend, overrides })[0]?.because ?? '';
    const keep = aKeep(later(noon, hours(5)));
    expect(owned()).toContain('; owned by bob, for a demo');
    expect(owned({ ...keep, owner: 'ada' })).toContain('; owned by ada, for a demo');
    const newer = { ...keep, at: earlier(noon, minutes(1)), owner: 'eve', purpose: 'nightly training' };
    expect(owned({ ...keep, owner: 'ada' }, newer)).toContain('; owned by eve, for nightly training');
    expect(owned({ ...newer, until: noon })).toContain('; owned by bob, for a demo');
    expect(owned({ ...newer, subject: 'project/lab/vm/another' })).toContain('; owned by bob, for a demo');
  });

  it('ends where the rule’s extension ends, however long the keep', () => {
    const overrides = [aKeep(later(noon, days(30)))];
    const [verdict] = judged({ createdAt: earlier(week, days(4)) }, { extend, overrides });
    expect(verdict).toMatchObject({ kind: 'breached', figures: { isExtendable: false } });
    expect(verdict?.because).toBe('11 d old (limit 7 d, extended until 2026-11-20T12:00:00Z)');
  });

  it('is not extended by a keep without an end, by an expired keep, or where the rule extends none', () => {
    const open = { ...old, metadata: { spendwatch: 'keep' } };
    expect(judged(open, { extend })).toMatchObject([{ kind: 'breached' }]);
    expect(judged(old, { extend, overrides: [aKeep(noon)] })).toMatchObject([{ kind: 'breached' }]);
    const kept = [aKeep(later(noon, hours(5)))];
    expect(judged(old, { overrides: kept })).toMatchObject([
      { kind: 'breached', because: '8 d old (limit 7 d)' },
    ]);
  });

  it('is unknown where the platform does not show the metadata that may keep it', () => {
    expect(judged({ ...old, metadata: null }, { extend })).toMatchObject([{ kind: 'unknown' }]);
  });
});
