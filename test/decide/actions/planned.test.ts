import { expect, it } from 'vitest';
import { type RecheckInput, recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import { money } from '../../../lib/model/money/money.ts';
import { hours, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { aVm, usageUntil } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { aTimeline, on } from '../../support/timeline.ts';

const withGrace = (after: Span) => aPolicy({ rules: [anIdleRule({ then: [aStop(after)] })] });

/** Announced at 10:00 with a grace of an hour, and decided at 11:00. */
const story = aTimeline(withGrace(hours(1)));
story.poll('10:00');
story.deliver('10:00');
story.poll('11:00');
const intent = story.head.intents[0] ?? expect.fail('no intent');

const recheck = (policy: Policy, clock: string, more: Partial<RecheckInput> = {}) =>
  recheckAction(
    {
      intent: { ...intent, expiresAt: on('12:00') },
      head: story.head,
      policy,
      overrides: [],
      now: on(clock),
      ...more,
    },
    { resource: aVm(), points: usageUntil(on(clock), [3, 3]).points, bootedAt: null, image: null },
  );

it.each([
  ['the same', hours(1), '11:00', null],
  ['a shorter one', minutes(30), '11:00', null],
  ['a longer one that is not over', hours(2), '11:00', /until 2026-11-21T12:00:00Z/],
  ['a longer one that is over', hours(2), '12:00', null],
] as const)(
  'an intent waits for the grace of the policy in force when it begins: %s (invariants 2 and 13)',
  (_, after, clock, said) => {
    const found = recheck(withGrace(after), clock);
    if (said === null) expect(found.kind).toBe('go');
    else expect(found).toMatchObject({ kind: 'cancelled', because: expect.stringMatching(said) });
  },
);

it.each([
  ['allows the same sum as before', '1100', 'go'],
  ['allows a higher sum', '5500', 'cancelled'],
])('a stop by a budget follows the sum in force: the policy %s (invariant 13)', (_, sum, kind) => {
  const step = { ...aStop(), of: 'everything', at: money(sum) } as const;
  const policy = aPolicy({ rules: [aBudgetRule({ name: intent.rule, then: [step] })] });
  const stop = { ...intent, of: 'everything', threshold: money('1100') } as const;
  expect(recheck(policy, '11:00', { intent: stop }).kind).toBe(kind);
});
