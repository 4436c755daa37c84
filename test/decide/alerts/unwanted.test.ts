import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordDeliveries } from '../../../lib/decide/actions/changed-head.ts';
import { createAudience, isWanted } from '../../../lib/decide/alerts/audience.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { listAlerts } from '../../../lib/views/alerts.ts';
import { aMessage, anIdleNotification } from '../../notify/messages/a-message.ts';
import { aRoute } from '../../support/a-route.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { aViewInput } from '../../support/builders/view-builders.ts';
import { runs } from '../../support/tier.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';

const rule = anIdleRule({ then: [] });
const taking = (...routes: readonly Parameters<typeof aRoute>[0][]) =>
  aPolicy({ rules: [rule], routes: routes.map(aRoute) });
const notified = (story: ReturnType<typeof aTimeline>, policy: Policy, clock: string) =>
  listAlerts([story.head], { ...aViewInput([rule]), policy, now: on(clock) }).map(
    ({ alert, unheardBecause }) => unheardBecause ?? alert.lastNotified?.at ?? 'never',
  );

describe('An alert that no route of the policy accepts', () => {
  it.each<[string, Policy]>([
    ['since its project is not among theirs', taking({ projects: ['web'] })],
    ['since its rule is not among theirs', taking({ rules: ['other'] })],
    ['since its severity is below theirs', taking({ from: 'critical' })],
    ['since they are about accounts', taking({ accounts: ['*'] }, { from: 'critical' })],
  ])(
    '%s fires, counts as notified to nobody, and is notified at the first poll after a route accepts it (invariant 28)',
    (_, policy) => {
      const story = aTimeline(policy);
      for (const clock of ['10:00', '10:05', '10:10'])
        expect(decided(story.poll(clock))).toEqual([
          expect.stringMatching(/^nothing: not notified: no route takes it; /),
        ]);
      expect(story.head).toMatchObject({ outbox: [], alerts: [{ phase: 'firing', lastNotified: null }] });
      expect(notified(story, policy, '10:11')).toEqual(['no route takes it']);
      const wider = taking({ projects: ['web', 'lab'] });
      story.changePolicy(wider);
      story.poll('10:15');
      expect(story.waiting).toMatchObject([{ kind: 'alert', reason: 'new' }]);
      expect(notified(story, wider, '10:16')).toEqual(['not delivered']);
      story.deliver('10:16');
      expect(notified(story, wider, '10:17')).toEqual([on('10:15')]);
      story.poll('10:20');
      expect(story.waiting).toEqual([]);
    },
  );

  it('announces no action until one accepts it: the announcement waits, and is listed as received by nobody (invariant 2)', () => {
    const policy = aPolicy({
      rules: [anIdleRule({ then: [aStop(hours(1))] })],
      routes: [aRoute({ projects: ['web'] })],
    });
    const story = aTimeline(policy);
    for (const clock of ['10:00', '11:00', '12:00']) story.poll(clock);
    expect(story.head.intents).toEqual([]);
    expect(story.head.outbox).toMatchObject([{ delivered: [] }]);
    expect(notified(story, policy, '12:01')).toEqual(['no route takes it']);
  });

  it('is notified again where the policy changed between its poll and its delivery', () => {
    const story = aTimeline(taking({}));
    story.poll('10:00');
    const audience = createAudience(taking({ projects: ['web'] }), ['slack']);
    const dropped = recordDeliveries(story.head, [], audience, on('10:01'));
    expect(dropped).toMatchObject({ outbox: [], alerts: [{ lastNotified: null }] });
    const next = aTimeline(taking({}), dropped);
    next.poll('10:05');
    expect(next.waiting).toMatchObject([{ kind: 'alert', reason: 'new' }]);
  });
});

it('An alert that was delivered stays notified, whatever is dropped later', () => {
  const story = aTimeline(taking({}));
  story.poll('10:00');
  story.deliver('10:01');
  const later = recordDeliveries(story.head, [], () => [], on('10:02'));
  expect(later).toMatchObject({ alerts: [{ lastNotified: { at: on('10:00'), times: 1 } }] });
});

it('A poll and a delivery agree: a notification is wanted exactly if a route is its audience', () => {
  const globs = fc.option(fc.subarray(['lab', 'web', 'l*', '*']), { nil: null });
  const anyRoute = fc
    .record({
      from: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
      projects: globs,
      accounts: globs,
      rules: fc.option(fc.subarray(['forgotten machines', 'other', 'f*']), { nil: null }),
    })
    .map(aRoute);
  fc.assert(
    fc.property(
      fc.option(fc.array(anyRoute, { maxLength: 3 }), { nil: null }),
      fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
      (routes, severity) => {
        const notice = anIdleNotification({ severity });
        const audience = createAudience({ routes }, ['slack'])({ ...aMessage(notice), severity }) ?? [];
        expect(isWanted({ routes }, notice)).toBe(audience.length > 0);
      },
    ),
    runs(300),
  );
});
