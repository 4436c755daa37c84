import { describe, expect, it } from 'vitest';
import { days, hours, minutes } from '../../../lib/model/time/time.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aLifetimeRule } from '../../support/builders/resource-rule-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';

describe('the grace (invariant 2)', () => {
  it('does not begin before every route has delivered the announcement', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    for (const clock of ['11:00', '12:00', '23:00']) {
      expect(decided(story.poll(clock))).toEqual(['nothing: the announcement has not been delivered yet']);
    }
    story.deliver('23:30');
    expect(decided(story.poll('22 00:15'))).toEqual(['nothing: announced, due at 2026-11-22T00:30:00Z']);
    expect(decided(story.poll('22 00:30'))).toEqual(['stop']);
  });

  it('stays as announced when the policy asks for a shorter one afterwards', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.changePolicy(aPolicy({ rules: [anIdleRule({ then: [aStop(minutes(15))] })] }));
    expect(decided(story.poll('10:30'))).toEqual(['nothing: announced, due at 2026-11-21T11:00:00Z']);
    expect(decided(story.poll('11:00'))).toEqual(['stop']);
  });

  it('becomes what the policy asks for now, when that is longer', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.changePolicy(aPolicy({ rules: [anIdleRule({ then: [aStop(hours(6))] })] }));
    expect(decided(story.poll('11:00'))).toEqual(['nothing: announced, due at 2026-11-21T16:00:00Z']);
  });

  it('no longer counts when the announcement is 60 days old, while a denial of it is still known', () => {
    const story = aTimeline(aPolicy({ caps: { perRun: 0, perDay: 0, share: 100 } }));
    story.poll('2026-11-21T10:00:00Z');
    story.deliver('10:00');
    expect(decided(story.poll('2027-01-20T10:01:00Z')).at(-1)).toContain('too long ago');
    story.deliver('2027-01-20T10:01:00Z');
    expect(decided(story.poll('2027-01-20T10:05:00Z'))).toContain('notify');
    expect(story.head.intents).toEqual([]);
  });

  it('no longer counts once the VM was stopped by someone else', () => {
    const rule = aLifetimeRule({ longest: days(1), then: [aStop()] });
    const story = aTimeline(aPolicy({ rules: [rule] }));
    const rests = { state: 'STOPPED', activity: 'stopped' } as const;
    story.poll('10:00', { slots: null });
    story.deliver('10:00');
    story.poll('10:30', { slots: null, vm: rests });
    story.poll('24 10:30', { slots: null, vm: rests });
    story.deliver('24 10:30');
    expect(decided(story.poll('24 10:35', { slots: null }))).toEqual([
      'notify',
      'nothing: the announcement has not been delivered yet',
    ]);
  });

  it('of one VM does not count for another that has taken its name', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.poll('11:30', { vm: { createdAt: on('05 00:00') } });
    expect(story.waiting).toMatchObject([{ kind: 'resolved' }, { kind: 'alert' }]);
    expect(story.head.intents).toEqual([]);
    expect(story.head.alerts).toMatchObject([
      { phase: 'resolved', announcement: null },
      { since: on('11:30'), announcement: { deliveredAt: null } },
    ]);
  });
});

describe('observe mode (invariant 13)', () => {
  const observing = aPolicy({ rules: [anIdleRule({ mode: 'observe' })] });

  it('notifies what would be done, again once a day, and takes no action however long it lasts', () => {
    const story = aTimeline(observing);
    story.poll('10:00');
    expect(story.waiting).toMatchObject([
      { kind: 'alert', next: { kind: 'not-enforced', action: 'stop', after: hours(1) } },
    ]);
    story.deliver('10:00');
    for (const clock of ['11:00', '12:00', '22 09:00']) {
      expect(decided(story.poll(clock))).toEqual(['nothing: the policy is in observe mode']);
    }
    expect(story.head).toMatchObject({ intents: [], outbox: [] });
    expect(decided(story.poll('22 10:00'))).toEqual(['notify', 'nothing: the policy is in observe mode']);
    expect(story.waiting).toMatchObject([{ kind: 'alert', reason: 'lasting' }]);
    expect(story.head.intents).toEqual([]);
  });

  it('that ends is followed by an announcement and its whole grace', () => {
    const story = aTimeline(observing);
    story.poll('10:00');
    story.deliver('10:00');
    story.changePolicy(aPolicy());
    expect(decided(story.poll('12:00'))).toEqual([
      'notify',
      'nothing: the announcement has not been delivered yet',
    ]);
    story.deliver('12:01');
    expect(decided(story.poll('12:45'))).toEqual(['nothing: announced, due at 2026-11-21T13:01:00Z']);
    expect(decided(story.poll('13:15'))).toEqual(['stop']);
  });

  it('that begins withdraws what was announced', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.changePolicy(observing);
    expect(decided(story.poll('11:30'))).toEqual(['nothing: the policy is in observe mode']);
    story.changePolicy(aPolicy());
    expect(decided(story.poll('11:45'))).toEqual([
      'notify',
      'nothing: the announcement has not been delivered yet',
    ]);
  });
});
