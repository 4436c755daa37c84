import { describe, expect, it } from 'vitest';
import { buildImageName } from '../../../lib/decide/actions/later-steps.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { days, hours } from '../../../lib/model/time/time.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { anImage, aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';
import { imagedStory, seen, stoppedStory, whole } from './stopped-story.ts';

const box = Subject.parse('project/lab/vm/box');

describe('what a rule stopped and nobody has started', () => {
  it('is imaged after its time at rest, once its final notice was delivered long enough before (invariant 2)', () => {
    const { story, poll } = stoppedStory();
    expect(decided(poll('28 10:00'))).not.toContain('notify');
    expect(decided(poll('28 10:05'))).toContain('notify');
    expect(story.waiting).toMatchObject([
      {
        kind: 'alert',
        next: { kind: 'action', action: 'image', after: hours(1), notBefore: on('28 11:05') },
      },
    ]);
    story.deliver('28 10:20');
    expect(decided(poll('28 11:05'))).toContain('nothing: announced, due at 2026-11-28T11:20:00Z');
    expect(decided(poll('28 11:20'))).toContain('image');
    expect(story.head.intents).toMatchObject([{ kind: 'image', image: buildImageName(box, on('28 11:20')) }]);
  });

  it('is reported as imaged when its image is ready, and not before', () => {
    const { story, poll } = stoppedStory();
    poll('28 10:05');
    story.deliver('28 10:05');
    poll('28 11:05');
    story.deliver('28 11:05');
    story.carryOut('28 11:06', 'requested');
    poll('28 11:10', {}, 'CREATING');
    expect(story.waiting).toEqual([]);
    poll('28 11:20', {}, 'READY');
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed', action: 'image', severity: 'info' }]);
    expect(story.head.stops).toMatchObject([{ image: buildImageName(box, on('28 11:05')), ours: true }]);
  });

  it('is deleted after a week and a day, announced as critical a day before, and its deletion is reported', () => {
    const { story, poll } = stoppedStory();
    poll('28 10:05');
    story.deliver('28 10:05');
    expect(decided(poll('28 11:05'))).toEqual(expect.arrayContaining(['image', 'notify']));
    expect(story.waiting).toMatchObject([
      { severity: 'critical', next: { kind: 'action', action: 'terminate', notBefore: on('29 11:05') } },
    ]);
    story.carryOut('28 11:06', 'requested');
    story.deliver('28 11:10');
    poll('28 11:20', {}, 'READY');
    story.deliver('28 11:20');
    expect(decided(poll('29 11:09', {}, 'READY'))).not.toContain('terminate');
    expect(decided(poll('29 11:10', {}, 'READY'))).toContain('terminate');
    story.carryOut('29 11:11', 'requested');
    poll('29 11:15', { state: 'DELETING', activity: 'changing' }, 'READY');
    expect(story.waiting).toEqual([]);
    poll('29 11:20', null, 'READY');
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed', action: 'terminate' }]);
    expect(story.head).toMatchObject({ stops: [], intents: [], alerts: [] });
    const line = story.head.pendingWrites.journal.find(({ event }) => event === 'confirmed');
    expect(line).toMatchObject({ action: 'terminate', price: expect.anything() });
  });

  it('is never deleted before an image of it is seen ready (invariant 1)', () => {
    const { story, poll } = stoppedStory();
    poll('28 11:05');
    story.deliver('28 11:05');
    expect(decided(poll('29 12:05'))).toContainEqual('nothing: no image of it is ready');

    const lost = imagedStory();
    lost.poll('28 11:30', {}, 'READY');
    lost.story.deliver('28 11:30');
    expect(decided(lost.poll('29 11:30'))).toContainEqual(expect.stringMatching(/is not known to be ready/));
    expect(decided(lost.poll('29 11:35', {}, 'FAILED'))).toContainEqual(
      expect.stringMatching(/is not known to be ready/),
    );
  });

  it('counts as deleted when another resource has its name since the deletion was requested', () => {
    const { story, poll } = imagedStory();
    poll('29 11:20', {}, 'READY');
    story.deliver('29 11:20');
    expect(decided(poll('30 11:20', {}, 'READY'))).toContain('terminate');
    story.carryOut('30 11:21', 'requested');
    poll('30 11:25', { createdAt: on('30 11:23') }, 'READY');
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed', action: 'terminate' }]);
    expect(story.head).toMatchObject({ intents: [], stops: [] });
  });

  it('is deleted without an image only where the rule allows it', () => {
    const rule = anIdleRule({ then: [aStop(), aTerminate({ needsImage: false, after: days(2) })] });
    const { story, poll } = stoppedStory(aPolicy({ rules: [rule] }));
    poll('22 11:05');
    story.deliver('22 11:05');
    expect(decided(poll('23 11:05'))).toContain('terminate');
  });

  it('is left alone from the moment someone starts it (invariants 5 and 7)', () => {
    const { story, poll } = imagedStory();
    poll('28 11:30', {}, 'READY');
    story.deliver('28 11:30');
    const running = { state: 'ACTIVE', activity: 'running' } as const;
    poll('28 18:00', running, 'READY');
    expect(story.waiting).toContainEqual(
      expect.objectContaining({
        kind: 'resolved',
        step: 'terminate',
        because: 'is no longer stopped (ACTIVE)',
      }),
    );
    story.deliver('28 18:00');
    // Its owner has stopped it this time, so the time until its deletion does not run on.
    poll('28 20:00', {}, 'READY');
    expect(decided(poll('30 12:00', {}, 'READY'))).not.toContain('terminate');
  });

  it('is neither imaged nor deleted while it is suspended, since no image would include its memory (invariant 1)', () => {
    const { story, poll } = stoppedStory();
    const suspended = { state: 'SUSPENDED', activity: 'stopped', keepsMemory: true } as const;
    poll('28 10:05', suspended);
    expect(story.waiting).toMatchObject([
      { next: { kind: 'nothing', because: expect.stringContaining('would not include its memory') } },
    ]);
  });

  it('loses its pending steps when another resource now has its name', () => {
    const { story, poll } = imagedStory();
    poll('28 11:30', {}, 'READY');
    story.deliver('28 11:30');
    poll('29 11:30', { createdAt: on('29 11:00') }, 'READY');
    expect(story.head.intents).toEqual([]);
    expect(story.head.stops).toEqual([]);
  });

  it('is not deleted after an incomplete poll (invariant 1)', () => {
    const { story, poll } = imagedStory();
    poll('28 11:30', {}, 'READY');
    story.deliver('28 11:30');
    const turn = story.poll('29 11:30', {
      slots: null,
      seen: [...seen],
      missing: [{ part: 'disks', because: 'listDisks: 503' }],
      resources: story.head.observation?.kind === 'project' ? story.head.observation.resources : [],
    });
    expect(decided(turn)).toContainEqual('nothing: the last poll was incomplete (disks: listDisks: 503)');
  });

  it('has all its steps in the alert that first announces its stop', () => {
    const story = aTimeline(aPolicy({ rules: [whole] }));
    story.poll('10:00');
    expect(story.waiting).toMatchObject([
      {
        next: {
          action: 'stop',
          then: [
            { action: 'image', after: days(7) },
            { action: 'terminate', after: days(8) },
          ],
        },
      },
    ]);
  });

  it('is only notified where the later step observes (invariant 13)', () => {
    const rule = anIdleRule({ then: [aStop(), anImage({ mode: 'observe' })] });
    const { story, poll } = stoppedStory(aPolicy({ rules: [rule] }));
    poll('28 10:05');
    expect(story.waiting).toMatchObject([{ next: { kind: 'not-enforced', action: 'image' } }]);
    story.deliver('28 10:05');
    expect(decided(poll('29 12:00'))).toContain('nothing: the policy is in observe mode');
  });

  it('loses its pending step when the policy drops that step', () => {
    const { story, poll } = imagedStory();
    poll('28 11:30', {}, 'READY');
    story.deliver('28 11:30');
    story.changePolicy(aPolicy({ rules: [anIdleRule({ then: [aStop()] })] }));
    poll('29 11:30', {}, 'READY');
    expect(story.waiting).toMatchObject([{ kind: 'resolved', because: 'its rule has no further step' }]);
    expect(story.head.intents).toEqual([]);
  });
});
