import { expect, it } from 'vitest';
import { replay } from '../../../lib/jobs/replay/replay.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { anObservation, aVm, lab, noon } from '../../support/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/policy-builders.ts';

it("leaves out what a person ordered: it is no work of the policy's", async () => {
  const observations = [0, 5, 10].map((minute) => {
    const at = later(noon, minutes(minute));
    return anObservation({ at, resources: [aVm({ id: 'box', seenAt: at })] });
  });
  const order = {
    kind: 'order',
    id: 'order#1',
    author: 'ada',
    reason: 'not needed',
    at: noon,
    until: later(noon, hours(1)),
    action: 'stop',
    subject: Subject.parse('project/lab/vm/box'),
  } as const;
  const recording = { tracks: [{ target: lab, observations, meters: [] }], overrides: [order] };
  const policy = aPolicy({ rules: [anIdleRule()] });
  const { days } = await replay(recording, { policy, intervals: defaultIntervals });
  expect(days).toEqual([]);
});
