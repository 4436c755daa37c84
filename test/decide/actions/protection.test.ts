import { describe, expect, it } from 'vitest';
import { findProtectionReason, keptByPeople } from '../../../lib/decide/actions/protection.ts';
import type { Resource } from '../../../lib/model/facts/resource.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import type { Protection } from '../../../lib/state/policy.ts';
import { at } from '../../support/at.ts';
import { aMachine, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aTimeline, decided } from '../../support/timeline.ts';

const why = (resource: Resource, ...protect: readonly Protection[]) =>
  findProtectionReason({
    policy: aPolicy({ protect: [...protect] }),
    overrides: [],
    target: lab,
    resource,
    now: noon,
  });

describe('the metadata that people write on a VM (invariant 3)', () => {
  it.each([
    [{}, null],
    [{ owner: 'ada' }, null],
    [{ spendwatch: 'keep' }, 'its metadata says spendwatch: keep'],
    [{ spendwatch: 'KEEP' }, 'its metadata says spendwatch: KEEP'],
    [{ spendwatch: 'please stop' }, 'its metadata says spendwatch: please stop'],
    [{ spendwatch: '' }, 'its metadata says spendwatch: '],
    [
      { 'spendwatch-keep-until': '2026-11-21T12:00:01Z' },
      'its metadata says to keep it until 2026-11-21T12:00:01Z',
    ],
    [{ 'spendwatch-keep-until': '2026-11-21T14:00:00+03:00' }, null],
    [{ 'spendwatch-keep-until': '2026-11-21T12:00:00Z' }, null],
  ])('%j: %s', (metadata, because) => {
    expect(why(aVm({ metadata }))).toBe(because);
  });

  it.each(['friday 5', 'next week', '2026-11-30', '2026-11-20T12:00:00', '', '31.12.2026', '1'])(
    'keeps it where the time to keep it until is %j, which is not a valid time',
    (text) => {
      expect(why(aVm({ metadata: { 'spendwatch-keep-until': text } }))).toContain('not a valid time');
    },
  );

  it('protects it where the platform does not show it, since it may hold a keep (invariant 1)', () => {
    expect(why(aVm({ metadata: null }))).toContain('does not show whether people keep it');
    expect(
      why(aVm({ metadata: null }), { kind: 'matching', match: { metadata: { env: 'production' } } }),
    ).not.toBeNull();
  });

  it('protects what can have none only where it cannot be read', () => {
    expect(why(aMachine({ metadata: {} }))).toBeNull();
    expect(why(aMachine({ metadata: null }))).toContain('does not show whether people keep it');
  });
});

describe('proof that a VM is kept, so that nobody is notified that it is idle', () => {
  const production = { kind: 'matching', match: { metadata: { env: 'production' } } } as const;
  const lab1 = { kind: 'matching', match: { project: 'lab' } } as const;
  const young = { kind: 'younger-than', age: hours(48) } as const;
  const override = {
    kind: 'keep',
    id: 'k',
    author: 'ada',
    reason: 'a demo',
    at: noon,
    until: later(noon, hours(1)),
    subject: '*',
  } as const;
  it.each([
    [
      'a keep in its metadata',
      { metadata: { spendwatch: 'keep' } },
      [],
      [],
      'its metadata says spendwatch: keep',
    ],
    [
      'metadata that the policy protects',
      { metadata: { env: 'production' } },
      [production],
      [],
      'the policy protects it',
    ],
    ['a keep of a VM whose metadata is hidden', { metadata: null }, [], [override], 'kept by ada'],
    ['hidden metadata alone', { metadata: null }, [production, lab1], [], null],
    ['its age alone', { createdAt: noon }, [young], [], null],
    ['nothing', {}, [production], [], null],
  ] as const)('%s', (_what, vm, protect, overrides, because) => {
    const policy = aPolicy({ protect: [...protect] });
    const found = keptByPeople({ policy, overrides, target: lab, resource: aVm(vm), now: noon });
    expect(found).toEqual(because && expect.stringContaining(because));
  });
});

describe('what the policy protects', () => {
  it.each([
    [{ project: 'l*' }, true],
    [{ project: 'prod-*' }, false],
    [{ id: '*-bastion' }, false],
    [{ id: 'b?x' }, true],
    [{ metadata: { env: 'prod*' } }, true],
    [{ metadata: { env: 'dev' } }, false],
    [{ metadata: { env: 'prod*', team: '*' } }, false],
    [{ kind: 'vm' as const }, true],
    [{ kind: 'volume' as const }, false],
    [{}, true],
  ])('%j: %s', (match, isProtected) => {
    const vm = aVm({ metadata: { env: 'production' } });
    expect(why(vm, { kind: 'matching', match })).toBe(isProtected ? 'the policy protects it' : null);
  });

  it('protects a VM that one of several entries matches', () => {
    const [other, fits] = [{ project: 'prod-*' }, { id: 'box' }];
    expect(why(aVm(), { kind: 'matching', match: other }, { kind: 'matching', match: fits })).not.toBeNull();
  });

  it.each([
    [at('2026-11-21T10:00:00'), null],
    [at('2026-11-21T10:00:01'), 'it is only 2 h old'],
    [at('2026-11-21T11:30:00'), 'it is only 30 min old'],
    [at('2026-11-21T13:00:00'), 'it is only 0 min old'],
    [null, 'the platform does not report its age'],
  ])('protects a VM younger than two hours; created at %s: %s', (createdAt, because) => {
    expect(why(aVm({ createdAt }), { kind: 'younger-than', age: hours(2) })).toBe(because);
  });
});

describe('an idle VM that is protected', () => {
  const guarded = aPolicy({ protect: [{ kind: 'matching', match: { metadata: { env: 'production' } } }] });

  it('is listed as idle from 10:00, causes no notification, and is never stopped', () => {
    const story = aTimeline(guarded);
    const vm = { metadata: { env: 'production' } };
    story.poll('10:00', { vm });
    expect(story.head.alerts).toMatchObject([{ phase: 'firing', spared: 'the policy protects it' }]);
    expect(decided(story.poll('23:00', { vm }))[0]).toContain('nothing: the policy protects it; 48 of 48');
    expect(story.head).toMatchObject({ outbox: [], intents: [] });
  });

  it('is announced when its protection ends, and has its whole grace from then', () => {
    const story = aTimeline(guarded);
    story.poll('10:00', { vm: { metadata: { env: 'production' } } });
    story.poll('12:00');
    expect(story.waiting).toMatchObject([{ kind: 'alert', next: { kind: 'action', action: 'stop' } }]);
    story.deliver('12:00');
    expect(decided(story.poll('12:30'))).toEqual(['nothing: announced, due at 2026-11-21T13:00:00Z']);
  });

  it('is announced once it is old enough', () => {
    const story = aTimeline(aPolicy({ protect: [{ kind: 'younger-than', age: hours(8) }] }));
    const vm = { createdAt: at('2026-11-21T03:00:00') };
    story.poll('10:00', { vm });
    expect(story.waiting).toMatchObject([{ next: { kind: 'nothing', because: 'it is only 7 h old' } }]);
    story.poll('11:00', { vm });
    expect(story.waiting).toMatchObject([
      { next: { kind: 'nothing' } },
      { next: { kind: 'action', action: 'stop' } },
    ]);
  });
});
