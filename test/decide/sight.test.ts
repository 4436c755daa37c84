import { describe, expect, it } from 'vitest';
import type { MissingPart } from '../../lib/model/facts/observation.ts';
import { money } from '../../lib/model/money/money.ts';
import { at } from '../support/at.ts';
import { aFreshnessRule } from '../support/builders/account-rule-builders.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { aTimeline, on } from '../support/timeline.ts';

const policy = aPolicy();
const without = (...parts: readonly MissingPart['part'][]) => ({
  missing: parts.map((part) => ({ part, because: '503' })),
  slots: null,
});

describe('a head records of the polls of its target', () => {
  it('when it was first and last polled, whether or not the poll succeeded', () => {
    const story = aTimeline(policy);
    story.miss('10:00');
    story.poll('10:05');
    story.miss('10:10');
    expect(story.head).toMatchObject({ beganAt: on('10:00'), polledAt: on('10:10') });
    expect(story.head.observation?.at).toBe(on('10:05'));
  });

  it('since when a part has failed, for as long as it does', () => {
    const story = aTimeline(policy);
    story.poll('10:00', { ...without('vms'), seen: ['machines'] });
    story.poll('10:05', { ...without('vms', 'machines'), seen: ['vms', 'machines'] });
    expect(story.head.failingSince).toEqual({ vms: on('10:00'), machines: on('10:05') });
    story.miss('10:10');
    expect(story.head.failingSince).toEqual({ vms: on('10:00'), machines: on('10:05') });
    story.poll('10:15', { ...without('machines'), seen: ['vms'] });
    expect(story.head.failingSince).toEqual({ machines: on('10:05') });
    story.poll('10:20');
    expect(story.head.failingSince).toEqual({});
  });

  it('no failure of a part that is no longer asked for, such as usage after the last VM is gone', () => {
    const story = aTimeline(policy);
    story.poll('10:00', { ...without('usage'), seen: ['vms'] });
    story.poll('10:05', { seen: ['vms'], slots: null, vm: null });
    expect(story.head.failingSince).toEqual({});
  });

  it('up to when spend was ever reported, in whichever month', () => {
    const story = aTimeline(policy);
    const reported = (until: string) => ({
      slots: null,
      spend: { amount: money('1'), from: at('2026-11-01T00:00:00'), until: on(until) },
    });
    story.poll('10:00', reported('09:00'));
    story.poll('10:05');
    expect(story.head.reportedUntil).toBe(on('09:00'));
    story.poll('10:10', reported('08:00'));
    expect(story.head.reportedUntil).toBe(on('09:00'));
    story.poll('10:15', reported('10:00'));
    expect(story.head.reportedUntil).toBe(on('10:00'));
  });

  it('no resolved alert by a failed poll whose clock is behind (invariant 10)', () => {
    const story = aTimeline(aPolicy({ rules: [aFreshnessRule()] }));
    story.poll('10:00');
    story.miss('10:25');
    story.miss('10:40');
    const { alerts, polledAt } = story.head;
    expect(alerts).toMatchObject([{ phase: 'firing' }]);
    story.miss('10:37');
    expect(story.head).toMatchObject({ alerts, polledAt, failedPolls: 3 });
  });
});
