import { describe, expect, it } from 'vitest';
import { noteRestarts, whyAnswered } from '../../../lib/decide/actions/restarts.ts';
import { createProgress } from '../../../lib/decide/progress.ts';
import { earlier, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import { aHead, anObservation, aVm } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { aLifetimeRule, aScheduleRule, aWasteRule } from '../../support/builders/resource-rule-builders.ts';
import { on } from '../../support/timeline.ts';
import { alert, announcement, intent } from './guards/guard-inputs.ts';

const deliveredAt = announcement.deliveredAt ?? expect.fail('not delivered');
const instantly = milliseconds(1);

describe('a boot since an announcement was delivered (invariant 30)', () => {
  it.each<[string, Rule, number]>([
    ['idle', anIdleRule(), 2],
    ['lifetime', aLifetimeRule(), 1],
    ['schedule', aScheduleRule(), 1],
  ])(
    'counts as an answer to a stop of a rule of the kind %s, up to its number of restarts',
    (_, rule, most) => {
      const answered = (times: number) =>
        whyAnswered({ ...alert, restarts: { at: on('09:00'), times } }, rule, later(deliveredAt, minutes(9)));
      expect(
        Array.from({ length: most }, (_, times) => answered(times)).every((because) => because !== null),
      ).toBe(true);
      expect(answered(most)).toBeNull();
    },
  );

  it.each([
    ['before it', earlier(deliveredAt, instantly), false],
    ['at the same moment', deliveredAt, false],
    ['a millisecond after it', later(deliveredAt, instantly), true],
    ['at an unknown time', null, false],
  ])('counts as an answer or not where it was %s: %s', (_, bootedAt, isAnswered) => {
    expect(whyAnswered(alert, anIdleRule(), bootedAt) !== null).toBe(isAnswered);
  });

  it('does not answer an undelivered announcement, nor a step other than a stop', () => {
    const bootedAt = later(deliveredAt, minutes(9));
    const undelivered = { ...alert, announcement: { ...announcement, deliveredAt: null } };
    expect(whyAnswered(undelivered, anIdleRule(), bootedAt)).toBeNull();
    expect(whyAnswered({ ...alert, step: 'terminate' }, anIdleRule(), bootedAt)).toBeNull();
    expect(whyAnswered(alert, aWasteRule(), bootedAt)).toBeNull();
  });

  it('withdraws the announcement and its pending action, and leaves those of other VMs', () => {
    const other = {
      ...alert,
      key: `${alert.key}-other` as typeof alert.key,
      subject: `${alert.subject}-2` as typeof alert.subject,
    };
    const head = aHead({ alerts: [alert, other], intents: [intent] });
    const booted = aVm({ bootedAt: later(deliveredAt, minutes(9)) });
    const next = noteRestarts(
      createProgress(head),
      anObservation(),
      [anIdleRule({ name: alert.rule })],
      (subject) => (subject === alert.subject ? booted : aVm()),
    );
    expect(next.intents).toEqual([]);
    expect(next.alerts.find(({ key }) => key === alert.key)).toMatchObject({
      announcement: null,
      restarts: { at: booted.bootedAt, times: 1 },
    });
    expect(next.alerts.find(({ key }) => key === other.key)).toEqual(other);
    expect(next.journal).toMatchObject([
      { event: 'cancelled', because: expect.stringContaining('was started at') },
    ]);
  });
});
