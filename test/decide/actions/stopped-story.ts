import { expect } from 'vitest';
import type { Policy } from '../../../lib/state/policy.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { anImage, aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { aTimeline, on } from '../../support/timeline.ts';

export const whole = anIdleRule({ then: [aStop(), anImage(), aTerminate()] });
export const rests = { state: 'STOPPED', activity: 'stopped' } as const;
export const seen = ['vms', 'machines', 'images'] as const;

/** A VM that was announced at 10:00, stopped at 11:00 and seen stopped at 11:05 on the 21st. */
export function stoppedStory(policy: Policy = aPolicy({ rules: [whole] })) {
  const story = aTimeline(policy);
  story.poll('10:00');
  story.deliver('10:00');
  story.poll('11:00');
  story.carryOut('11:01', 'requested');
  /** A poll of the VM at rest, and of an image of it. */
  const poll = (clock: string, vm: Parameters<typeof aVm>[0] | null = {}, image: string | null = null) =>
    story.poll(clock, {
      slots: null,
      seen: [...seen],
      resources: [
        ...(vm === null ? [] : [aVm({ ...rests, ...vm, seenAt: on(clock) })]),
        ...(image === null
          ? []
          : [
              aVm({
                kind: 'image',
                id: imageId(),
                state: image,
                activity: image === 'READY' ? 'running' : image === 'FAILED' ? 'failed' : 'changing',
                price: null,
                metadata: null,
                seenAt: on(clock),
              }),
            ]),
      ],
    });
  let made: string | null = null;
  const imageId = (): string => {
    made = story.head.intents.find(({ kind }) => kind === 'image')?.image ?? made;
    return made ?? expect.fail('no image was asked for');
  };
  poll('11:05');
  story.deliver('11:05');
  return { story, poll };
}

/** The same, with the image requested on the 28th and ready a quarter of an hour later. */
export function imagedStory(policy?: Policy) {
  const { story, poll } = stoppedStory(policy);
  poll('28 10:05');
  story.deliver('28 10:05');
  poll('28 11:05');
  story.carryOut('28 11:06', 'requested');
  poll('28 11:10', {}, 'CREATING');
  poll('28 11:20', {}, 'READY');
  story.deliver('28 11:20');
  return { story, poll };
}
