import { expect, it } from 'vitest';
import { stillPlanned } from '../../lib/decide/still-planned.ts';
import { hours, minutes, type Span } from '../../lib/model/time.ts';
import { anIdleRule, aPolicy } from '../support/policy-builders.ts';
import { aStop } from '../support/step-builders.ts';
import { aTimeline, on } from '../support/timeline.ts';

const withGrace = (after: Span) => aPolicy({ rules: [anIdleRule({ then: [aStop(after)] })] });

/** Announced at 10:00 with a grace of an hour, and decided at 11:00. */
const story = aTimeline(withGrace(hours(1)));
story.look('10:00');
story.deliver('10:00');
story.look('11:00');
const intent = story.head.intents[0] ?? expect.fail('no intent');

it.each([
  ['the same', hours(1), '11:00', null],
  ['a shorter one', minutes(30), '11:00', null],
  ['a longer one that is not over', hours(2), '11:00', /until 2026-11-21T12:00:00Z/],
  ['a longer one that is over', hours(2), '12:00', null],
] as const)(
  'an intent meets the grace of the policy in force when it begins: %s (invariants 2 and 13)',
  (_, after, clock, said) => {
    const found = stillPlanned(story.head, intent, withGrace(after), on(clock));
    if (said === null) expect(found.kind).toBe('planned');
    else expect(found).toMatchObject({ kind: 'objection', because: expect.stringMatching(said) });
  },
);

it.each([
  ['its rule is gone', aPolicy({ rules: [] })],
  ['its rule only observes', aPolicy({ rules: [anIdleRule({ mode: 'observe' })] })],
  [
    'the step only observes',
    aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1), { mode: 'observe' })] })] }),
  ],
  ['the step is gone', aPolicy({ rules: [anIdleRule({ then: [] })] })],
])('an intent may not begin when %s (invariant 13)', (_, policy) => {
  expect(stillPlanned(story.head, intent, policy, on('11:00'))).toEqual({
    kind: 'objection',
    because: 'the policy no longer asks for it',
  });
});
