import { describe, expect, it } from 'vitest';
import { days, earlier, hours, later } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { NotificationByKind } from '../../../lib/state/notification.ts';
import { aMessage, anAction, anIdleNotification, morning } from './a-message.ts';

const wordsOf = (overrides: Partial<Omit<NotificationByKind<'alert'>, 'figures'>>) =>
  renderMessage(aMessage(anIdleNotification(overrides)), { zone: 'UTC' }).body.replace(/\s+/g, ' ');

describe('an action that this message announces', () => {
  it('is due no sooner than its grace', () => {
    expect(wordsOf({ next: anAction() })).toContain(
      'It will be stopped, not before 2026-11-21 06:16 (UTC), ',
    );
  });

  it('names what its stop erases', () => {
    expect(wordsOf({ next: anAction({ erases: 'its container disk' }) })).toContain(
      'unless it is used before then. This erases its container disk for good.',
    );
  });

  it.each([
    ['compute', 'or set its metadata "spendwatch" to "keep" on the platform.'],
    ['runpod', 'or lock it on the platform.'],
  ] as const)('is prevented on %s in the ways of that cloud', (cloud, way) => {
    const { body } = renderMessage(aMessage(anIdleNotification(), { cloud }), { zone: 'UTC' });
    expect(body.replace(/\s+/g, ' ')).toContain(`run the keep command below, ${way}`);
  });

  it('that is due later is not announced for an earlier time', () => {
    const next = anAction({ after: days(1), notBefore: later(morning, days(3)) });
    expect(wordsOf({ next })).toContain('not before 2026-11-24 05:16 (UTC),');
  });
});

describe('an action that an earlier message announced', () => {
  const deliveredAt = earlier(morning, hours(4));
  const announced = { after: hours(24), deliveredAt };

  it('is due at the time of that announcement, not later by this message', () => {
    const words = wordsOf({ next: anAction({ after: hours(24) }), reason: 'lasting', announced });
    expect(words).toContain('It will be stopped, as announced, not before 2026-11-22 01:16 (UTC), unless');
    expect(words).not.toContain('after this was delivered');
  });

  it('can be approved for as long as that announcement allows', () => {
    const next = anAction({ after: hours(24), approve: days(2) });
    expect(wordsOf({ next, announced })).toContain(
      'Without approval by 2026-11-23 01:16 (UTC) the action expires.',
    );
  });

  it('is due only after the delivery of that announcement', () => {
    const next = anAction({ approve: days(2) });
    const words = wordsOf({ next, announced: { after: hours(24), deliveredAt: null } });
    expect(words).toContain('at least 1 d after delivery of its announcement, which is pending');
    expect(words).toContain('Without approval within 2 d of delivery the action expires.');
  });
});

describe('the reason of a repeated notification', () => {
  const since = earlier(morning, hours(4));
  it.each([
    ['new', null],
    ['worse', 'Worse than when last notified; firing since 2026-11-21 01:16 (UTC).'],
    ['lasting', 'Reminder: firing since 2026-11-21 01:16 (UTC).'],
    ['announced', 'Firing since 2026-11-21 01:16 (UTC); this announces the next step.'],
    [
      'flapping',
      'Flapping: the alert keeps firing and resolving. From now on, you are notified of only some of these changes',
    ],
  ] as const)('is stated: %s', (reason, told) => {
    const words = wordsOf({ reason, since });
    if (told === null) expect(words).not.toMatch(/Reminder|Flapping|Worse/);
    else expect(words).toContain(told);
  });
});
