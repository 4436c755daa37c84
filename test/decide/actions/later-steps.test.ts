import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildImageName } from '../../../lib/decide/actions/later-steps.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { days, hours, instant, later, minutes } from '../../../lib/model/time/time.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aWasteRule } from '../../support/builders/resource-rule-builders.ts';
import { anImage, aTerminate } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';
import { rests, seen, stoppedStory } from './stopped-story.ts';

describe('an image that does not become ready', () => {
  it('is reported as failed, and does not count as an image of the VM', () => {
    const { story, poll } = stoppedStory();
    poll('28 10:05');
    story.deliver('28 10:05');
    poll('28 11:05');
    story.deliver('28 11:05');
    story.carryOut('28 11:06', 'requested');
    poll('28 11:10', {}, 'FAILED');
    expect(story.waiting).toMatchObject([{ kind: 'action-failed', action: 'image' }]);
    expect(story.head.stops).toMatchObject([{ image: null }]);
  });

  it('is given up after six hours where images can no longer be polled', () => {
    const { story, poll } = stoppedStory();
    poll('28 10:05');
    story.deliver('28 10:05');
    poll('28 11:05');
    story.carryOut('28 11:06', 'unanswered');
    const blind = { seen: seen.filter((part) => part !== 'images'), slots: null };
    const unseen = (clock: string) =>
      story.poll(clock, { ...blind, resources: [aVm({ ...rests, seenAt: on(clock) })] });
    unseen('28 17:00');
    expect(story.head.intents).toHaveLength(1);
    unseen('28 17:10');
    expect(story.head.intents).toEqual([]);
    expect(story.waiting.map(({ kind }) => kind)).toContain('action-failed');
  });
});

describe('no image is announced of a VM', () => {
  it('whose record does not show that it is the VM that was stopped', () => {
    const { poll } = stoppedStory();
    expect(decided(poll('28 10:05', { createdAt: null }))).not.toContain('notify');
    expect(decided(poll('28 10:10'))).toContain('notify');
  });
});

describe('waste', () => {
  it('is deleted by its own rule, after a time that starts when it was first notified', () => {
    const rule = aWasteRule({
      conditions: ['stopped-vm'],
      for: hours(1),
      then: [aTerminate({ needsImage: false, after: days(3) })],
    });
    const story = aTimeline(aPolicy({ rules: [rule] }));
    const poll = (clock: string) => story.poll(clock, { vm: rests, slots: null });
    poll('10:00');
    poll('11:00');
    story.deliver('11:00');
    poll('23 11:00');
    expect(story.waiting).toContainEqual(
      expect.objectContaining({
        next: expect.objectContaining({ action: 'terminate' }),
        severity: 'critical',
      }),
    );
    story.deliver('23 11:00');
    expect(decided(poll('24 10:59'))).not.toContain('terminate');
    expect(decided(poll('24 11:00'))).toContain('terminate');
  });
});

describe('the deletion of a VM that was started and stopped again', () => {
  it('is announced anew, with its whole time, where the VM was started between two polls (invariants 2 and 30)', () => {
    const rule = aWasteRule({
      conditions: ['stopped-vm'],
      for: hours(1),
      then: [aTerminate({ needsImage: false, after: days(2), notice: days(2) })],
    });
    const story = aTimeline(aPolicy({ rules: [rule] }));
    const poll = (clock: string, more: Parameters<typeof aVm>[0] = {}) =>
      story.poll(clock, { vm: { ...rests, ...more }, slots: null });
    poll('20 10:00');
    poll('20 11:00');
    poll('20 11:05');
    story.deliver('20 11:05');
    const announced = () =>
      story.head.alerts.flatMap(({ step, phase, announcement }) =>
        step === 'terminate' && phase === 'firing' ? [announcement] : [],
      );
    expect(announced()).toMatchObject([{ deliveredAt: on('20 11:05'), notBefore: on('22 11:00') }]);
    const bootedAt = on('22 10:00');
    poll('22 10:05', { bootedAt });
    expect(announced()).toMatchObject([{ deliveredAt: null, notBefore: on('24 10:00') }]);
    story.deliver('22 10:05');
    expect(decided(poll('24 09:55', { bootedAt }))).not.toContain('terminate');
    expect(decided(poll('24 10:05', { bootedAt }))).toContain('terminate');
  });
});

describe('an image of waste that someone starts while the image is made', () => {
  it('is not enough for its deletion, since the disk was written to meanwhile (invariant 1)', () => {
    const rule = aWasteRule({
      conditions: ['stopped-vm'],
      for: hours(1),
      then: [anImage({ after: hours(1) }), aTerminate({ after: days(2) })],
    });
    const story = aTimeline(aPolicy({ rules: [rule] }));
    let name: string | null = null;
    const poll = (clock: string, vm: Parameters<typeof aVm>[0], state: string | null = null) => {
      name = story.head.intents.find(({ kind }) => kind === 'image')?.image ?? name;
      const activity = state === 'READY' ? 'running' : 'changing';
      const image = aVm({
        kind: 'image',
        id: name ?? 'none',
        state: state ?? 'none',
        activity,
        seenAt: on(clock),
      });
      const resources = [aVm({ ...vm, seenAt: on(clock) }), ...(state === null ? [] : [image])];
      return story.poll(clock, { slots: null, seen: [...seen], resources });
    };
    poll('08:00', rests);
    poll('09:00', rests);
    poll('09:05', rests);
    story.deliver('09:05');
    expect(decided(poll('10:05', rests))).toContain('image');
    story.carryOut('10:06', 'requested');
    poll('10:15', {}, 'CREATING');
    poll('10:30', rests, 'CREATING');
    poll('10:45', rests, 'READY');
    expect(story.head).toMatchObject({ intents: [], stops: [] });
  });
});

describe('the name of an image', () => {
  const nameOf = (id: string, clock = '11:00', project = 'lab') =>
    buildImageName(Subject.parse(`project/${project}/vm/${id}`), on(clock));

  it('is valid on the platform and the same for the same decision, whatever the VM is called', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80 }), fc.nat(2 ** 41), (id, at) => {
        const subject = Subject.safeParse(`project/lab/vm/${id}`);
        fc.pre(subject.success);
        const name = buildImageName(subject.data ?? expect.fail(), instant(at));
        expect(name).toMatch(/^(?=.{19,30}$)[a-z][a-z0-9]*(-[a-z0-9]+)+$/);
        expect(buildImageName(subject.data ?? expect.fail(), instant(at))).toBe(name);
      }),
    );
  });

  it('is never that of another VM or another decision', () => {
    const long = 'research-experiment-of-the-vision-team-number';
    const ids = [`${long}-1`, `${long}-2`, 'a_b', 'a.b', 'a-b', 'Box', 'box'];
    const names = [
      ...ids.map((id) => nameOf(id)),
      nameOf('box', '11:00', 'shop'),
      ...Array.from({ length: 2_000 }, (_, nth) =>
        buildImageName(Subject.parse('project/lab/vm/box'), later(on('12:00'), minutes(5 * nth))),
      ),
      ...Array.from({ length: 2_000 }, (_, nth) => nameOf(`worker-${nth}`)),
    ];
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['box', /^spendwatch-box-[a-z0-9]{8}$/],
    ['Train_7B.large', /^spendwatch-train-7b-l-[a-z0-9]{8}$/],
    ['x'.repeat(80), /^spendwatch-x{10}-[a-z0-9]{8}$/],
    ['number-of-9', /^spendwatch-number-of-[a-z0-9]{8}$/],
    ['.-.', /^spendwatch-[a-z0-9]{8}$/],
  ])('of %s begins with the name of its VM: %s', (name, expected) => {
    expect(nameOf(name)).toMatch(expected);
  });
});
