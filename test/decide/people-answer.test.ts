import { describe, expect, it } from 'vitest';
import { MessageId, Subject } from '../../lib/model/ids.ts';
import type { Instruction, InstructionOf } from '../../lib/model/instruction.ts';
import { hours } from '../../lib/model/time.ts';
import { anIdleRule, aPolicy } from '../support/policy-builders.ts';
import { aStop } from '../support/step-builders.ts';
import { aTimeline, decided, on } from '../support/timeline.ts';

const box = Subject.parse('project/lab/vm/box');
const word = (clock: string, until = '23 00:00') => ({
  id: clock,
  author: 'ada',
  reason: 'I said so',
  at: on(clock),
  until: on(until),
});
const asking = aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1), { approve: hours(24) })] })] });

/** An idle VM whose stop was announced at 10:00. */
function announced(policy = aPolicy()) {
  const story = aTimeline(policy);
  story.look('10:00');
  story.deliver('10:00');
  const message = story.head.alerts[0]?.announcement?.message ?? expect.fail('nothing was announced');
  const answer = (
    verdict: InstructionOf<'answer'>['verdict'],
    clock: string,
    overrides: Partial<InstructionOf<'answer'>> = {},
  ): Instruction => ({
    kind: 'answer',
    ...word(clock),
    verdict,
    subject: box,
    announcement: message,
    ...overrides,
  });
  return { story, answer };
}

describe('a step that must be approved', () => {
  it('waits for a person, says so, and goes on when one approves it, but never before its grace is over', () => {
    const { story, answer } = announced(asking);
    expect(story.head.alerts[0]?.said).not.toBeNull();
    expect(decided(story.look('12:00'))).toContain(
      'nothing: it waits for a person to approve it, until 2026-11-22T10:00:00Z',
    );
    story.instruct(answer('approved', '12:10'));
    expect(decided(story.look('12:15'))).toContain('stop');
    expect(story.head.unwritten.journal).toContainEqual(
      expect.objectContaining({ event: 'decided', act: 'stop', by: 'ada' }),
    );
    const early = announced(asking);
    early.story.instruct(early.answer('approved', '10:10'));
    expect(decided(early.story.look('10:30'))).toContain(
      'nothing: announced: not before 2026-11-21T11:00:00Z',
    );
  });

  it('is not done when nobody approved it in time', () => {
    const { story, answer } = announced(asking);
    story.look('22 10:00');
    story.instruct(answer('approved', '22 09:00', { at: on('22 10:05') }));
    expect(decided(story.look('22 10:01'))).toContain(
      'nothing: nobody approved it until 2026-11-22T10:00:00Z',
    );
  });

  it.each([
    ['of another resource', { subject: Subject.parse('project/lab/vm/other') }],
    ['of another announcement', { announcement: MessageId.parse('another') }],
    ['that is yet to come', { at: on('22 00:00') }],
  ])('is not done on an approval %s (invariant 2)', (_, overrides) => {
    const { story, answer } = announced(asking);
    story.instruct(answer('approved', '10:10', overrides));
    expect(decided(story.look('12:00'))).toContainEqual(
      expect.stringMatching(/^nothing: it waits for a person/),
    );
  });
});

describe('an announced act', () => {
  it('is not done when a person denies it, whether or not anyone was to be asked', () => {
    const { story, answer } = announced();
    story.instruct(answer('denied', '10:10'));
    expect(decided(story.look('11:00'))).toContain('nothing: denied by ada: I said so');
    expect(story.head.intents).toEqual([]);
  });

  it('follows the last word that was said of it', () => {
    const { story, answer } = announced();
    story.instruct(answer('denied', '10:10'));
    story.instruct(answer('approved', '10:20'));
    expect(decided(story.look('11:00'))).toContain('stop');
  });

  it('is not done while all is paused, and is announced anew when the pause is over (invariant 13)', () => {
    const { story } = announced();
    story.instruct({ kind: 'pause', ...word('10:30', '11:10') });
    expect(decided(story.look('11:05'))).toContain(
      'nothing: paused by ada until 2026-11-21T11:10:00Z: I said so',
    );
    // It is announced anew, and has its whole grace once more (invariant 2).
    expect(decided(story.look('11:10'))).toContain('notify');
    story.deliver('11:10');
    expect(decided(story.look('12:05'))).not.toContain('stop');
    expect(decided(story.look('12:10'))).toContain('stop');
  });

  it('is paused in the projects that are named, and nowhere else', () => {
    const { story } = announced();
    story.instruct({ kind: 'pause', ...word('10:30'), project: 'prod-*' });
    expect(decided(story.look('11:00'))).toContain('stop');
  });

  it('is not done to what is kept, from the moment it is (invariant 3)', () => {
    const { story } = announced();
    story.instruct({ kind: 'keep', ...word('10:30', '12:00'), subject: 'project/lab/vm/b*' });
    expect(decided(story.look('11:00'))).toContain(
      'nothing: kept by ada until 2026-11-21T12:00:00Z: I said so',
    );
    expect(decided(story.look('12:00'))).not.toContain(
      'nothing: kept by ada until 2026-11-21T12:00:00Z: I said so',
    );
  });

  it('is not done in business hours, in the zone of the policy', () => {
    const policy = aPolicy({
      timezone: 'Europe/London',
      // On Saturdays too.
      businessHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 9 * 60, until: 12 * 60 }],
    });
    const { story } = announced(policy);
    expect(decided(story.look('11:55'))).toContainEqual(
      expect.stringMatching(/^nothing: it is .* in business hours$/),
    );
    expect(decided(story.look('12:00'))).toContain('stop');
  });
});
