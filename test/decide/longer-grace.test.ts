import { expect, it } from 'vitest';
import { longerGrace } from '../../lib/decide/longer-grace.ts';
import { hours, minutes, type Span } from '../../lib/model/time.ts';
import { anIdleRule, aPolicy } from '../support/policy-builders.ts';
import { aTimeline, on } from '../support/timeline.ts';

const withGrace = (after: Span) => aPolicy({ rules: [anIdleRule({ then: [{ kind: 'stop', after }] })] });

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
    const because = longerGrace(story.head, intent, withGrace(after), on(clock));
    if (said === null) expect(because).toBeNull();
    else expect(because).toMatch(said);
  },
);
