import { describe, expect, it } from 'vitest';
import { MessageId, Subject } from '../../../lib/model/ids.ts';
import { days, hours } from '../../../lib/model/time/time.ts';
import type { Override, OverrideByKind } from '../../../lib/state/override.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { anImage, aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on, word } from '../../support/timeline.ts';
import { stoppedStory } from './stopped-story.ts';

const box = Subject.parse('project/lab/vm/box');
const asking = aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1), { approve: hours(24) })] })] });

/** An idle VM whose stop was announced at 10:00. */
function announced(policy = aPolicy()) {
  const story = aTimeline(policy);
  story.poll('10:00');
  story.deliver('10:00');
  const message = story.head.alerts[0]?.announcement?.message ?? expect.fail('nothing was announced');
  const answer = (
    verdict: OverrideByKind<'answer'>['verdict'],
    clock: string,
    overrides: Partial<OverrideByKind<'answer'>> = {},
  ): Override => ({
    kind: 'answer',
    ...word(clock),
    verdict,
    subject: box,
    announcement: message,
    ...overrides,
  });
  return { story, answer };
}

/** What comes next according to the alert that is repeated a day later. */
const saidAgain = (story: ReturnType<typeof announced>['story']) => {
  story.poll('22 10:05');
  return story.waiting.map((notice) => (notice.kind === 'alert' ? notice.next : notice.kind));
};

describe('an alert that is repeated', () => {
  it('states that no action follows once its action was denied, and by whom', () => {
    const { story, answer } = announced();
    story.putOverride(answer('denied', '10:10'));
    expect(saidAgain(story)).toEqual([{ kind: 'nothing', because: 'denied by ada: I said so' }]);
  });

  it('states that no action follows once nobody approved it in time, and no longer asks for approval', () => {
    const because = 'not approved by 2026-11-22T10:00:00Z';
    expect(saidAgain(announced(asking).story)).toEqual([{ kind: 'nothing', because }]);
  });

  it('still states its next action while that can be approved', () => {
    const patient = aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1), { approve: hours(48) })] })] });
    expect(saidAgain(announced(patient).story)).toMatchObject([{ kind: 'action', action: 'stop' }]);
  });
});

describe('a step that must be approved', () => {
  it('reports that it waits for approval, and is decided once a person approves it, but never before its grace is over', () => {
    const { story, answer } = announced(asking);
    expect(story.head.alerts[0]?.lastNotified).not.toBeNull();
    expect(decided(story.poll('12:00'))).toContain(
      'nothing: it waits for a person to approve it, until 2026-11-22T10:00:00Z',
    );
    story.putOverride(answer('approved', '12:10'));
    expect(decided(story.poll('12:15'))).toContain('stop');
    expect(story.head.pendingWrites.journal).toContainEqual(
      expect.objectContaining({ event: 'decided', action: 'stop', by: 'ada' }),
    );
    const early = announced(asking);
    early.story.putOverride(early.answer('approved', '10:10'));
    expect(decided(early.story.poll('10:30'))).toContain('nothing: announced, due at 2026-11-21T11:00:00Z');
  });

  it.each([
    ['of another resource', { subject: Subject.parse('project/lab/vm/other') }],
    ['of another announcement', { announcement: MessageId.parse('another') }],
    ['that is dated in the future', { at: on('22 00:00') }],
  ])('is not decided on an approval %s (invariant 2)', (_, overrides) => {
    const { story, answer } = announced(asking);
    story.putOverride(answer('approved', '10:10', overrides));
    expect(decided(story.poll('12:00'))).toContainEqual(
      expect.stringMatching(/^nothing: it waits for a person/),
    );
  });
});

describe('an action that was announced as waiting for an approval that the policy no longer asks for', () => {
  const hurried = aPolicy();

  it('is not decided without that approval, but announced anew (invariant 2)', () => {
    const { story } = announced(asking);
    story.changePolicy(hurried);
    expect(decided(story.poll('12:00'))).toContainEqual(
      expect.stringMatching(/^nothing: it was announced as waiting for approval/),
    );
    expect(decided(story.poll('12:05'))).toContain('notify');
    story.deliver('12:05');
    expect(decided(story.poll('13:00'))).not.toContain('stop');
    expect(decided(story.poll('13:05'))).toContain('stop');
  });
});

describe('an announced action', () => {
  it('has a message of its own, so that an answer to another action on the same VM does not answer it', () => {
    const approve = days(5);
    const steps = [
      aStop(),
      anImage({ notice: hours(24), approve }),
      aTerminate({ notice: hours(48), approve }),
    ];
    const { story, poll } = stoppedStory(aPolicy({ rules: [anIdleRule({ then: steps })] }));
    poll('28 11:05');
    const late = story.head.alerts.filter(({ step }) => step !== null);
    expect(late.map(({ step }) => step)).toEqual(['image', 'terminate']);
    const messages = new Set(late.map(({ announcement }) => announcement?.message));
    expect(messages).toEqual(new Set(story.head.outbox.map(({ id }) => id)));
    expect(messages.size).toBe(2);
  });

  it('follows the latest answer', () => {
    const { story, answer } = announced();
    story.putOverride(answer('denied', '10:10'));
    story.putOverride(answer('approved', '10:20'));
    expect(decided(story.poll('11:00'))).toContain('stop');
  });

  it('is not decided while everything is paused, and is announced anew when the pause is over (invariant 13)', () => {
    const { story } = announced();
    story.putOverride({ kind: 'pause', ...word('10:30', '11:10') });
    expect(decided(story.poll('11:05'))).toContain(
      'nothing: paused by ada until 2026-11-21T11:10:00Z: I said so',
    );
    // It is announced anew, and has its whole grace once more (invariant 2).
    expect(decided(story.poll('11:10'))).toContain('notify');
    story.deliver('11:10');
    expect(decided(story.poll('12:05'))).not.toContain('stop');
    expect(decided(story.poll('12:10'))).toContain('stop');
  });

  it('is not decided in business hours, in the zone of the policy (invariant 13)', () => {
    const policy = aPolicy({
      // An hour ahead of UTC.
      timezone: 'Europe/Berlin',
      // On Saturdays too.
      businessHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 10 * 60, until: 13 * 60 }],
    });
    const { story } = announced(policy);
    expect(decided(story.poll('11:55'))).toContainEqual(
      expect.stringMatching(/^nothing: it is .* in business hours$/),
    );
    expect(decided(story.poll('12:00'))).toContain('stop');
  });
});
