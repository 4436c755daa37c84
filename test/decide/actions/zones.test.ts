import { expect, it } from 'vitest';
import { recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aScheduleRule } from '../../support/builders/resource-rule-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';

// Hours from 08:00 to 19:00 in New York: 13:00 to 24:00 UTC. Thursday the 19th and Friday the 20th.
const rule = aScheduleRule({ then: [aStop(minutes(30)), { kind: 'start', mode: 'enforce', approve: null }] });
const policy = aPolicy({ rules: [rule], timezone: 'America/New_York' });
const stopped = { vm: { state: 'STOPPED', activity: 'stopped' }, slots: null } as const;
const runs = { slots: null } as const;

/** Announced when its hours had ended, and decided half an hour later. */
function decidedStory() {
  const story = aTimeline(policy);
  story.poll('20 00:05', runs);
  story.deliver('20 00:05');
  story.poll('20 00:35', runs);
  return story;
}
function stoppedStory() {
  const story = decidedStory();
  story.carryOut('20 00:36', 'requested');
  story.poll('20 00:40', stopped);
  return story;
}

it('a stop is cancelled within the hours of the zone of the policy, whatever hour it is in UTC (invariant 5)', () => {
  const { head } = decidedStory();
  const [intent = expect.fail('no intent')] = head.intents;
  const rechecked = (clock: string) =>
    recheckAction(
      { intent: { ...intent, expiresAt: on('21 00:00') }, head, policy, overrides: [], now: on(clock) },
      { resource: aVm(), points: [], bootedAt: null, image: null },
    );
  expect(rechecked('20 08:30')).toEqual({ kind: 'go' });
  expect(rechecked('20 23:30')).toEqual({ kind: 'cancelled', because: 'its hours have begun' });
});

it('a VM that someone starts before the hours of the zone is left running until those begin (invariant 7)', () => {
  const story = stoppedStory();
  story.poll('20 09:00', runs);
  expect(decided(story.poll('20 09:30', runs)).join()).toContain(
    'left alone until they begin, which is at 2026-11-20T13:00:00Z',
  );
});

it('a VM at rest for its hours is started when they begin in the zone of the policy', () => {
  const story = stoppedStory();
  expect(decided(story.poll('20 12:55', stopped))).not.toContain('start');
  expect(decided(story.poll('20 13:00', stopped))).toContain('start');
});
