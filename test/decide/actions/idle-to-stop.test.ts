import { describe, expect, it } from 'vitest';
import { VmId } from '../../../lib/model/ids.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { times } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { nextAction } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on, type Shown } from '../../support/timeline.ts';

const busyNow: Shown = { slots: [...times(60, 5), ...times(12, 90)] };
const atRest: Shown = { vm: { state: 'STOPPED', activity: 'stopped' } };

describe('an idle VM', () => {
  it('has its stop announced at 10:00 and delivered at 10:02, has an hour of grace, and has its stop decided at 11:15', () => {
    const story = aTimeline(aPolicy());
    expect(decided(story.poll('09:45', { slots: times(20, 5) }))).toEqual([
      expect.stringMatching(/^nothing: not enough/),
    ]);
    expect(story.waiting).toEqual([]);

    expect(decided(story.poll('10:00'))).toEqual([
      'notify',
      'nothing: the announcement has not been delivered yet',
    ]);
    expect(story.waiting).toMatchObject([{ kind: 'alert', since: on('10:00'), next: nextAction(hours(1)) }]);
    story.deliver('10:02');

    expect(decided(story.poll('10:15'))).toEqual(['nothing: announced, due at 2026-11-21T11:02:00Z']);
    expect(decided(story.poll('11:00'))).toEqual(['nothing: announced, due at 2026-11-21T11:02:00Z']);
    expect(story.head.intents).toEqual([]);

    expect(decided(story.poll('11:15'))).toEqual(['stop']);
    expect(story.head.intents).toMatchObject([
      {
        subject: 'project/lab/vm/box',
        decidedAt: on('11:15'),
        expiresAt: on('11:25'),
        createdAt: on('01 12:00'),
        state: { kind: 'waiting' },
      },
    ]);
  });

  it('has its stop withdrawn, with a notification, when it is used before the hour is over', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.poll('10:30', busyNow);
    expect(story.waiting).toMatchObject([{ kind: 'resolved' }]);
    expect(story.head.alerts).toMatchObject([{ phase: 'resolved', announcement: null }]);
    story.deliver('10:31');
    // Idle again: a new alert, and a new announcement with an id of its own.
    story.poll('15:00');
    expect(story.head.outbox.map(({ id }) => id)).toEqual([
      'project/lab/vm/box#forgotten machines#2026-11-01T12:00:00Z#2026-11-21T15:00:00Z#new-warning',
    ]);
    expect(decided(story.poll('15:15'))).toEqual(['nothing: the announcement has not been delivered yet']);
  });

  it('loses its pending stop when it is used, stopped by someone, or gone', () => {
    for (const shown of [busyNow, atRest, { vm: null }]) {
      const story = aTimeline(aPolicy());
      story.poll('10:00');
      story.deliver('10:00');
      story.poll('11:00');
      expect(story.head.intents).toHaveLength(1);
      story.poll('11:05', shown);
      expect(story.head.intents).toEqual([]);
      expect(story.waiting).toMatchObject([{ kind: 'resolved' }]);
    }
  });

  it('keeps its alert while it is unknown whether it is idle, and while samples are not asked for', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.poll('10:05', { slots: null });
    story.poll('10:10', { slots: [] });
    story.poll('10:15', { vm: { state: 'MIGRATING', activity: 'changing' } });
    story.poll('10:20', { vm: { state: 'ODD', activity: 'unknown' } });
    story.poll('10:25', { vm: { gpus: 1 } });
    expect(story.head.alerts).toMatchObject([{ since: on('10:00') }]);
    expect(story.waiting).toEqual([]);
    expect(decided(story.poll('11:00'))).toEqual(['stop']);
  });

  it('gives the figures of now as the reason of its stop, not those of its announcement', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00', { slots: [...times(2, 60), ...times(46, 5)] });
    story.deliver('10:00');
    story.poll('11:00');
    expect(story.head.intents[0]?.because).toBe(
      '48 of 48 samples in 4 h were under 10 % CPU, 10 KiB/s of network and 100 KiB/s of disk',
    );
  });
});

describe('after an incomplete poll no action is decided (invariant 1)', () => {
  const announced = () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    return story;
  };

  it.each([
    [
      'VMs that could not all be read',
      { seen: ['machines', 'usage'], missing: [{ part: 'vms', because: 'a flaw' }] },
    ],
    [
      'machines that did not answer',
      { seen: ['vms', 'usage'], missing: [{ part: 'machines', because: '503' }] },
    ],
    [
      'volumes that did not answer',
      { seen: ['vms', 'machines', 'usage'], missing: [{ part: 'volumes', because: '503' }] },
    ],
    [
      'spend that did not answer',
      { seen: ['vms', 'machines', 'usage'], missing: [{ part: 'spend', because: '503' }] },
    ],
    ['usage of an unknown VM', { seen: ['vms', 'machines'], missing: [{ part: 'usage', because: '503' }] }],
    [
      'usage of this VM that is incomplete',
      { seen: ['vms', 'machines'], missing: [{ part: 'usage', because: 'a flaw', vm: VmId.parse('box') }] },
    ],
    ['VMs that were carried over from the poll before', { seen: ['machines', 'usage'] }],
  ] satisfies [string, Shown][])('%s', (_, shown) => {
    const story = announced();
    expect(decided(story.poll('11:30', shown))).toEqual([
      expect.stringMatching(/^nothing: the last poll was incomplete/),
    ]);
    expect(decided(story.poll('11:45'))).toEqual(['stop']);
  });

  it('but missing usage of another VM holds nothing back', () => {
    const story = announced();
    const missing = [{ part: 'usage' as const, because: '503', vm: VmId.parse('other') }];
    expect(decided(story.poll('11:30', { seen: ['vms', 'machines'], missing }))).toEqual(['stop']);
  });

  it('a failed poll decides nothing and leaves intents and alerts as they were', () => {
    const story = announced();
    story.poll('11:00');
    const { intents, alerts, outbox, observation, meters } = story.head;
    const turn = story.miss('11:05');
    expect(turn.decisions).toEqual([]);
    expect(story.head).toMatchObject({ failedPolls: 1, failedBecause: 'listVms: 503' });
    expect(story.head).toEqual(expect.objectContaining({ intents, alerts, outbox, observation, meters }));
  });
});
