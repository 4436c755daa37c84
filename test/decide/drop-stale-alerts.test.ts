import { describe, expect, it } from 'vitest';
import { money } from '../../lib/model/money/money.ts';
import { at } from '../support/at.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aTimeline, on, type Shown } from '../support/timeline.ts';

const rules = [aBudgetRule({ basis: 'reported' }), anIdleRule({ match: { metadata: { team: 'ml' } } })];
const vm = { metadata: { team: 'ml' } };
const spent: Shown = {
  vm,
  spend: { amount: money('800'), from: at('2026-11-01T00:00:00'), until: on('10:00') },
};

/** At 11:05 a budget threshold is crossed, and a VM is idle with its stop announced, delivered and decided. */
function bothFound() {
  const story = aTimeline(aPolicy({ rules }));
  story.poll('10:00', spent);
  story.deliver('10:00');
  story.poll('11:00', { vm });
  expect(story.head.alerts.map(({ rule }) => rule).sort()).toEqual(['forgotten machines', 'monthly budget']);
  expect(story.head.intents).toHaveLength(1);
  return story;
}
const left = (story: ReturnType<typeof bothFound>) =>
  story.head.alerts.filter(({ phase }) => phase !== 'resolved').map(({ rule }) => rule);

describe('an alert is dropped', () => {
  it('without a notification, together with its pending stop, when its rule is removed from the policy', () => {
    const story = bothFound();
    story.changePolicy(aPolicy({ rules: rules.slice(0, 1) }));
    story.poll('11:05', { vm });
    expect(left(story)).toEqual(['monthly budget']);
    expect(story.head).toMatchObject({ intents: [], outbox: [] });
    expect(story.head.pendingWrites.journal).toMatchObject([
      { event: 'resolved', rule: 'forgotten machines', because: 'its rule is no longer in the policy' },
    ]);
  });

  it.each([
    ['this project', { project: 'prod-*' }],
    ['this VM', { id: 'train-*' }],
  ])('when its rule no longer matches %s', (_, match) => {
    const story = bothFound();
    story.changePolicy(aPolicy({ rules: [aBudgetRule({ basis: 'reported' }), anIdleRule({ match })] }));
    story.poll('11:05', { vm });
    expect(left(story)).toEqual(['monthly budget']);
    expect(story.head).toMatchObject({ intents: [], outbox: [] });
  });

  it('when its budget no longer matches this project', () => {
    const story = bothFound();
    const other = aBudgetRule({ basis: 'reported', match: { project: 'prod-*' } });
    story.changePolicy(aPolicy({ rules: [other, ...rules.slice(1)] }));
    story.poll('11:05', { vm });
    expect(left(story)).toEqual(['forgotten machines']);
  });

  it('but not when a poll does not show the metadata that its rule matches', () => {
    const story = bothFound();
    story.poll('11:05', { vm: { metadata: null }, slots: null });
    expect(left(story)).toHaveLength(2);
  });

  it('but not when the VMs could not be polled', () => {
    const story = bothFound();
    story.poll('11:05', { vm: null, seen: ['machines'], missing: [{ part: 'vms', because: '503' }] });
    expect(left(story)).toHaveLength(2);
  });

  it('when its month is over, and not a day before', () => {
    const story = bothFound();
    story.poll('30 23:59', { vm, slots: null });
    expect(left(story)).toContain('monthly budget');
    story.poll('2026-12-01T00:00:00', { vm, slots: null });
    expect(left(story)).toEqual(['forgotten machines']);
  });

  it('not before the end of the month that it was notified for, even if the time zone of the policy changes meanwhile', () => {
    const story = bothFound();
    story.changePolicy(aPolicy({ rules, timezone: 'Asia/Kolkata' }));
    story.poll('30 18:00', { ...spent, slots: null });
    expect(left(story)).toContain('monthly budget');
    expect(story.head.outbox).toEqual([]);
  });

  it('with a notification when the VM is gone, or another resource now has its name, since its stop had been announced', () => {
    for (const shown of [null, { ...vm, activity: 'gone' as const }, { ...vm, createdAt: on('11:01') }]) {
      const story = bothFound();
      story.poll('11:05', { vm: shown, slots: null });
      expect(left(story)).toEqual(['monthly budget']);
      expect(story.head.intents).toEqual([]);
      expect(story.waiting).toMatchObject([{ kind: 'resolved', gone: true }]);
    }
  });

  it('with one message for all its rules, when the VM is gone', () => {
    const story = aTimeline(aPolicy({ rules: [...rules, anIdleRule({ name: 'idle too' })] }));
    story.poll('10:00', spent);
    story.deliver('10:00');
    story.poll('11:00', { vm });
    story.deliver('11:00');
    story.poll('11:05', { vm: null, slots: null });
    const [message, ...others] = story.head.outbox;
    expect(others).toEqual([]);
    expect(message?.notifications.map(({ rule }) => rule).sort()).toEqual(['forgotten machines', 'idle too']);
  });
});
