import { describe, expect, it } from 'vitest';
import { hourlyPrice } from '../../../lib/model/money/money.ts';

import { minutes } from '../../../lib/model/time/time.ts';
import type { Override, OverrideByKind } from '../../../lib/state/override.ts';
import { aMachine, aVm, aVolume } from '../../support/builders/observation-builders.ts';

import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aWasteRule } from '../../support/builders/resource-rule-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';
import { aLifetimeRule, aRateRule, words } from './an-episode.ts';

const limit = { kind: 'hourly', price: hourlyPrice('0.4') } as const;

describe('turn by turn', () => {
  it('polls without samples neither resolve an idle alert nor repeat it', () => {
    const story = aTimeline(aPolicy({ rules: [anIdleRule({ then: [] })] }));
    story.poll('10:00');
    story.deliver('10:00');
    for (const clock of ['10:05', '10:10', '22 10:05']) story.poll(clock, { slots: null });
    expect(story.waiting).toEqual([]);
    expect(story.head.alerts).toMatchObject([{ phase: 'firing' }]);
    story.poll('22 10:15');
    expect(words(story.waiting)).toEqual(['lasting']);
  });

  it('a volume of unknown size leaves its alert as it was, and one of another size resolves it', () => {
    const story = aTimeline(aPolicy({ rules: [aWasteRule({ for: minutes(0) })] }));
    const poll = (clock: string, overrides: Parameters<typeof aVolume>[0]) =>
      story.poll(clock, { resources: [aVolume(overrides)], seen: ['volumes'], slots: null });
    poll('10:00', { usedGib: 40 });
    story.deliver('10:00');
    const before = story.head.alerts;
    expect(before).toMatchObject([{ phase: 'firing', episode: '/untouched-volume/40' }]);
    poll('11:00', { usedGib: null });
    poll('12:00', { usedGib: null, activity: 'changing', state: 'UPDATING' });
    expect(story.head.alerts).toEqual(before);
    poll('13:00', { usedGib: 41 });
    expect(words(story.waiting)).toContain('resolved');
  });

  it('a failed poll leaves every alert as it was, and its time counts towards resolving', () => {
    const story = aTimeline(aPolicy({ rules: [anIdleRule(), aRateRule({ limit })] }));
    story.poll('10:00');
    story.deliver('10:00');
    const before = story.head.alerts;
    story.miss('10:05');
    expect(story.head.alerts).toEqual(before);
    story.poll('10:10', { vm: { price: '0.1' }, slots: null });
    story.miss('10:15');
    story.poll('10:25', { vm: { price: '0.1' }, slots: null });
    expect(words(story.waiting)).toEqual(['resolved']);
  });

  it('thirty VMs found at once are one message, which announces the action on each of them', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `box-${index}`);
    const story = aTimeline(aPolicy({ rules: [aLifetimeRule()] }));
    story.poll('10:00', { resources: ids.map((id) => aVm({ id })), slots: null });
    const [message, ...others] = story.head.outbox;
    expect(others).toEqual([]);
    expect(message?.notifications).toHaveLength(30);
    expect(new Set(story.head.alerts.map(({ announcement }) => announcement?.message))).toEqual(
      new Set([message?.id]),
    );
    story.deliver('10:00');
    expect(story.head.alerts.every(({ announcement }) => announcement?.deliveredAt === on('10:00'))).toBe(
      true,
    );
  });

  it('a machine that a rule may not act on has a decision of its own at each poll', () => {
    const story = aTimeline(aPolicy({ rules: [aLifetimeRule()] }));
    const resources = [aMachine()];
    expect(decided(story.poll('10:00', { resources }))).toEqual(['notify']);
    expect(decided(story.poll('10:05', { resources }))).toEqual([
      expect.stringContaining('nothing: already notified; repeated after'),
    ]);
  });

  const silence: OverrideByKind<'silence'> = {
    kind: 'silence',
    id: 'keep',
    alerts: { subject: '*/vm/box' },
    author: 'ada',
    reason: 'it is needed on Monday',
    at: on('11:02'),
    until: on('13:00'),
  };

  const { alerts: _, ...told } = silence;
  it.each<Override>([silence, { ...told, kind: 'pause' }, { ...told, kind: 'keep', subject: '*/vm/box' }])(
    'an announced stop is announced anew after a $kind during which no poll had enough data',
    (override) => {
      const story = aTimeline(aPolicy({ rules: [anIdleRule()] }));
      story.poll('10:00');
      story.deliver('10:00');
      story.poll('11:00');
      story.putOverride(override);
      story.poll('11:05', { slots: null });
      expect(story.head).toMatchObject({
        intents: [],
        outbox: [],
        alerts: [{ phase: 'firing', announcement: null }],
      });
      story.poll('13:00');
      expect(story.head.intents).toEqual([]);
      expect(words(story.waiting)).toEqual(['announced']);
    },
  );

  it('a flapping alert resolves when it has stayed clear for an hour', () => {
    const story = aTimeline(aPolicy({ rules: [anIdleRule({ then: [] })] }));
    for (let minute = 0; minute < 60; minute += 10) {
      story.poll(`10:${String(minute).padStart(2, '0')}`);
      story.poll(`10:${String(minute + 5).padStart(2, '0')}`, { vm: { activity: 'stopped' }, slots: null });
    }
    const stopped = { vm: { activity: 'stopped' }, slots: null } as const;
    story.deliver('10:56');
    for (const clock of ['11:00', '11:50']) story.poll(clock, stopped);
    expect(story.waiting).toEqual([]);
    story.poll('11:55', stopped);
    expect(story.waiting).toMatchObject([{ kind: 'resolved', because: 'it has not fired again for 1 h' }]);
    expect(story.head.alerts).toEqual([]);
  });
});
