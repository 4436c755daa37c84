import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import type { Override, OverrideByKind } from '../../../lib/state/override.ts';
import { aMachine, aVm } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on, word } from '../../support/timeline.ts';

const box = Subject.parse('project/lab/vm/box');

/** An idle VM whose stop was announced at 10:00. */
function announced() {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  story.deliver('10:00');
  return story;
}

describe('an order', () => {
  const order = (action: 'stop' | 'start', overrides: Partial<OverrideByKind<'order'>> = {}): Override => ({
    kind: 'order',
    ...word('10:00', '11:00'),
    action,
    subject: box,
    ...overrides,
  });
  const observing = aPolicy({ rules: [anIdleRule({ mode: 'observe' })] });

  it('is carried out at the next poll, once, without a rule and in observe mode too', () => {
    const story = aTimeline(observing);
    story.putOverride(order('stop'));
    story.poll('10:05', { slots: null });
    expect(story.head.intents).toMatchObject([{ kind: 'stop', by: 'ada', alert: null, rule: 'by hand' }]);
    story.carryOut('10:06', 'requested');
    const rests = { state: 'STOPPED', activity: 'stopped' } as const;
    story.poll('10:10', { vm: rests, slots: null });
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed', action: 'stop', by: 'ada' }]);
    // Somebody starts the VM again: the order was carried out and no longer holds.
    story.poll('10:15', { slots: null });
    expect(story.head.intents).toEqual([]);
  });

  it('waits for a poll that shows the resource', () => {
    const story = aTimeline(observing);
    story.putOverride(order('stop'));
    story.poll('10:05', { vm: null, slots: null, seen: ['machines'] });
    expect(story.head.orders).toEqual([]);
    story.poll('10:10', { slots: null });
    expect(story.head.intents).toHaveLength(1);
  });

  it.each([
    [
      'protected',
      {},
      aPolicy({ protect: [{ kind: 'matching', match: { id: 'box' } }] }),
      'the policy protects it',
    ],
    ['kept on the platform', { metadata: { spendwatch: 'keep' } }, observing, 'its metadata says'],
    ['at rest already', { state: 'STOPPED', activity: 'stopped' }, observing, 'it is not running (STOPPED)'],
  ] as const)(
    'is refused, and its author notified, when the VM is %s (invariant 3)',
    (_, vm, policy, because) => {
      const story = aTimeline(policy);
      story.putOverride(order('stop'));
      story.poll('10:05', { vm, slots: null });
      expect(story.head.intents).toEqual([]);
      expect(story.waiting).toMatchObject([
        { kind: 'action-failed', action: 'stop', by: 'ada', because: expect.stringContaining(because) },
      ]);
      story.deliver('10:05');
      story.poll('10:10', { vm, slots: null });
      expect(story.waiting).toEqual([]);
    },
  );

  it('starts what was stopped, which then counts as started by hand (invariant 7)', () => {
    const story = announced();
    story.poll('11:00');
    story.carryOut('11:01', 'requested');
    const rests = { state: 'STOPPED', activity: 'stopped' } as const;
    story.poll('11:05', { vm: rests, slots: null });
    story.deliver('11:05');
    story.putOverride(order('start', { at: on('11:10'), until: on('12:10') }));
    story.poll('11:10', { vm: rests, slots: null });
    expect(story.head.intents).toMatchObject([{ kind: 'start', by: 'ada' }]);
    story.carryOut('11:11', 'requested');
    story.poll('11:15', { slots: null });
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed', action: 'start' }]);
    expect(story.head.stops).toMatchObject([{ startedAgainAt: on('11:15') }]);
    story.deliver('11:15');
    expect(decided(story.poll('13:00'))).toContainEqual(expect.stringMatching(/it is left alone for 1 d/));
  });

  it('replaces an intent of a rule that no run has claimed, and is refused once the action was requested', () => {
    const stopped = { vm: { state: 'STOPPED', activity: 'stopped' }, slots: null } as const;
    const rule = anIdleRule({ then: [aStop(), aTerminate({ needsImage: false })] });
    const dueToBeDeleted = () => {
      const story = aTimeline(aPolicy({ rules: [rule] }));
      story.poll('10:00');
      story.deliver('10:00');
      story.poll('11:00');
      story.carryOut('11:01', 'requested');
      story.poll('11:05', stopped);
      story.poll('28 11:05', stopped);
      story.deliver('28 11:05');
      return story;
    };
    const wanted = order('start', { at: on('29 11:04'), until: on('29 12:04') });
    const story = dueToBeDeleted();
    story.putOverride(wanted);
    story.poll('29 11:05', stopped);
    expect(story.head.intents).toMatchObject([{ kind: 'start', by: 'ada' }]);
    expect(story.head.pendingWrites.journal).toContainEqual(
      expect.objectContaining({
        event: 'cancelled',
        action: 'terminate',
        because: 'ordered by ada: I said so',
      }),
    );

    const late = dueToBeDeleted();
    late.poll('29 11:05', stopped);
    late.carryOut('29 11:05', 'requested');
    late.putOverride({ ...wanted, at: on('29 11:06') });
    late.poll('29 11:06', stopped);
    expect(late.head.intents).toMatchObject([{ kind: 'terminate', state: { kind: 'requested' } }]);
    expect(late.waiting).toContainEqual(
      expect.objectContaining({ kind: 'action-failed', because: 'its deletion is already under way' }),
    );
  });

  it('stops machines too, and is refused for what can be neither stopped nor started', () => {
    const metal = Subject.parse('project/lab/machine/metal');
    const story = aTimeline(observing);
    story.putOverride(order('stop', { id: 'a', subject: metal }));
    story.putOverride(order('stop', { id: 'b', subject: Subject.parse('project/lab/disk/d') }));
    story.poll('10:05', {
      slots: null,
      seen: ['vms', 'machines', 'disks'],
      resources: [aMachine({ seenAt: on('10:05') }), aVm({ kind: 'disk', id: 'd' })],
    });
    expect(story.head.intents).toMatchObject([{ kind: 'power-off', subject: metal }]);
    expect(story.waiting).toMatchObject([{ because: 'a disk can be neither stopped nor started' }]);
  });

  it('for an unknown resource is refused, and one for another project is left to that project', () => {
    const story = aTimeline(observing);
    story.putOverride(order('stop', { id: 'a', subject: Subject.parse('project/lab/vm/nobody') }));
    story.putOverride(order('stop', { id: 'b', subject: Subject.parse('project/lab-2/vm/box') }));
    story.poll('10:05', { slots: null });
    expect(story.waiting).toMatchObject([{ because: 'no such resource' }]);
    expect(story.head.orders).toMatchObject([{ id: 'a' }]);
  });

  it('is not carried out twice, though a run that began before it was given writes the head (invariant 6)', () => {
    const story = aTimeline(observing);
    story.putOverride(order('stop'));
    story.poll('10:05', { slots: null });
    story.carryOut('10:06', 'already-so');
    story.unaware('10:07');
    story.poll('10:10', { slots: null });
    expect(story.head).toMatchObject({ intents: [], orders: [{ id: '10:00' }] });
  });

  it('that is not carried out in time is reported to its author, and not decided again', () => {
    const story = aTimeline(observing);
    story.putOverride(order('stop'));
    story.poll('10:05', { slots: null });
    story.poll('10:20', { slots: null });
    expect(story.head.intents).toEqual([]);
    expect(story.waiting).toMatchObject([
      { kind: 'action-failed', action: 'stop', by: 'ada', because: 'it was not carried out in time' },
    ]);
    expect(story.head.orders).toMatchObject([{ failedBecause: 'it was not carried out in time' }]);
  });

  it('whose VM is gone or replaced by another is reported to its author', () => {
    for (const vm of [null, { createdAt: on('10:07') }]) {
      const story = aTimeline(observing);
      story.putOverride(order('stop'));
      story.poll('10:05', { slots: null });
      story.carryOut('10:06', 'requested');
      story.poll('10:10', { vm, slots: null });
      expect(story.waiting).toMatchObject([{ kind: 'action-failed', by: 'ada' }]);
    }
  });

  it.each(['refused', 'cancelled', 'not-sent', 'already-so'] as const)(
    'is recorded as failed until it expires, except where its outcome is already-so: %s',
    (outcome) => {
      const story = aTimeline(observing);
      story.putOverride(order('stop'));
      story.poll('10:05', { slots: null });
      story.carryOut('10:06', outcome);
      const [taken] = story.head.orders;
      expect(taken?.failedBecause === null).toBe(outcome === 'already-so');
    },
  );

  it('is forgotten once it has expired', () => {
    const story = aTimeline(observing);
    story.putOverride(order('stop'));
    story.poll('10:05', { slots: null });
    expect(story.head.orders).toMatchObject([{ id: '10:00', until: on('11:00') }]);
    story.poll('12:00', { slots: null });
    expect(story.head.orders).toEqual([]);
  });
});
