import { expect } from 'vitest';
import { recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import type { Recheck, Reread } from '../../../lib/model/reread.ts';
import { type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aTimeline, on } from '../../support/timeline.ts';

export const decidedAt = on('11:00');
export const now = later(decidedAt, minutes(2));

const story = aTimeline(aPolicy());
story.poll('10:00');
story.deliver('10:00');
story.poll('11:00');
export const { head } = story;
export const intent = head.intents[0] ?? expect.fail('no intent');

/** Samples every five minutes up to the decision, idle except for the minutes in `told`. */
export const samples = (told: Readonly<Record<number, Partial<UsagePoint>>> = {}): UsagePoint[] =>
  [-60, -55, -50, -45, -40, -35, -30, -25, -20, -15, -10, -5, 0, 1].map((minute) => ({
    at: later(decidedAt, minutes(minute)),
    cpu: 3,
    network: 100,
    disk: 0,
    answers: null,
    ...told[minute],
  }));
export const recheck = (reread: Partial<Reread> = {}, policy = aPolicy(), at: Instant = now): Recheck =>
  recheckAction(
    { intent, head, policy, overrides: [], now: at },
    { resource: aVm(), points: samples(), bootedAt: null, image: null, ...reread },
  );
export const why = (...given: Parameters<typeof recheck>) => {
  const checked = recheck(...given);
  return checked.kind === 'cancelled' ? checked.because : checked.kind;
};
