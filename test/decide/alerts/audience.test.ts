import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canDropMessage, recordDeliveries } from '../../../lib/decide/actions/changed-head.ts';
import { createAudience, isHeldBack } from '../../../lib/decide/alerts/audience.ts';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import type { Route } from '../../../lib/model/route.ts';
import { Severity } from '../../../lib/model/severity.ts';
import { aMessage, anIdleNotification, aResolvedNotification } from '../../notify/messages/a-message.ts';
import { aRoute } from '../../support/a-route.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aTimeline, on } from '../../support/timeline.ts';

const everyday = ['sns', 'slack'];
const audience = (routes: readonly Route[] | null, present: readonly string[] = everyday) =>
  createAudience({ routes: routes && [...routes] }, present);

describe('a message', () => {
  const warning = aMessage(anIdleNotification());

  it('is for every existing route where the policy names none, and has no known audience where there are no routes', () => {
    expect(audience(null)(warning)).toEqual(everyday);
    expect(audience(null, [])(warning)).toBeNull();
    expect(audience([aRoute()], [])(warning)).toBeNull();
  });

  it.each<[string, Partial<Route>, boolean]>([
    ['anything', {}, true],
    ['its severity and higher ones', { from: 'warning' }, true],
    ['only higher severities', { from: 'critical' }, false],
    ['its project', { projects: ['prod-*', 'ml-*'] }, true],
    ['other projects', { projects: ['prod-*'] }, false],
    ['accounts only', { accounts: ['*'] }, false],
    ['its project, or accounts', { projects: ['ml-infra'], accounts: ['*'] }, true],
    ['its rule', { rules: ['forgotten *'] }, true],
    ['other rules', { rules: ['*budget*'] }, false],
    ['its rule in other projects', { rules: ['*'], projects: ['prod-*'] }, false],
  ])('goes over a route that accepts %s: %o', (_, terms, goes) => {
    expect(audience([aRoute(terms)])(warning)).toEqual(goes ? ['slack'] : []);
  });

  it.each([
    ['account/main', { accounts: ['main'] }, true],
    ['account/main', { projects: ['*'] }, false],
    ['group/research budget', { projects: ['*'], accounts: ['*'] }, false],
    ['group/research budget', {}, true],
  ])('about %s goes over a route with %o: %s', (subject, terms, goes) => {
    const message = aMessage(anIdleNotification({ subject: Subject.parse(subject) }));
    expect(audience([aRoute(terms)])(message)).toEqual(goes ? ['slack'] : []);
  });

  it('about resources that no longer exist goes over a route that accepts one of its rules', () => {
    const gone = (rule: string) => aResolvedNotification({ rule: RuleName.parse(rule), gone: true });
    const message = aMessage([gone('forgotten machines'), gone('old machines')]);
    expect(audience([aRoute({ rules: ['old *'] })])(message)).toEqual(['slack']);
    expect(audience([aRoute({ rules: ['*budget*'] })])(message)).toEqual([]);
  });

  it('goes only once over a route that several entries choose', () => {
    const routes = [
      aRoute({ rules: ['no such'] }),
      aRoute(),
      aRoute({ from: 'warning' }),
      aRoute({ to: 'sns' }),
    ];
    expect(audience(routes)(warning)).toEqual(['slack', 'sns']);
  });

  it('that resolves something critical goes to the routes that got its beginning', () => {
    const pager = audience([aRoute({ from: 'critical' })]);
    expect(pager(aMessage(aResolvedNotification(), { severity: 'info' }))).toEqual([]);
    expect(
      pager(aMessage(aResolvedNotification({ worstNotified: 'critical' }), { severity: 'info' })),
    ).toEqual(['slack']);
  });

  it('that is more severe never reaches fewer routes', () => {
    const route = fc.record({
      from: fc.constantFrom(...Severity.options),
      to: fc.constantFrom('sns', 'slack'),
    });
    fc.assert(
      fc.property(fc.array(route, { minLength: 1 }), (drawn) => {
        const routes = drawn.map(({ from, to }) => aRoute({ from, to: to === 'sns' ? 'sns' : 'slack' }));
        const reached = Severity.options.map((severity) => audience(routes)({ ...warning, severity }) ?? []);
        expect(reached[1]).toEqual(expect.arrayContaining([...(reached[0] ?? [])]));
        expect(reached[2]).toEqual(expect.arrayContaining([...(reached[1] ?? [])]));
      }),
    );
  });
});

describe('quiet hours', () => {
  const night = { days: [1, 2, 3, 4, 5, 6, 7], from: 22 * 60, until: 7 * 60 };
  const sleeper = aRoute({ quiet: [night] });
  const held = (clock: string, severity: Severity, routes: readonly Route[] = [sleeper]) => {
    const policy = aPolicy({ timezone: 'Europe/Berlin', routes: [...routes] });
    return isHeldBack(policy, 'slack', aMessage(anIdleNotification(), { severity }), on(clock));
  };

  it.each([
    ['20:59', false],
    ['21:00', true],
    ['23:30', true],
    ['22 05:59', true],
    ['22 06:00', false],
  ])('hold back a warning at %s UTC, which is an hour later in Berlin: %s', (clock, isHeld) => {
    expect(held(clock, 'warning')).toBe(isHeld);
    expect(held(clock, 'info')).toBe(isHeld);
  });

  it('hold back nothing critical', () => {
    expect(held('23:30', 'critical')).toBe(false);
  });

  it('hold back nothing that another entry of the same route accepts at night', () => {
    expect(held('23:30', 'warning', [sleeper, aRoute({ rules: ['forgotten *'] })])).toBe(false);
    expect(held('23:30', 'warning', [sleeper, aRoute({ rules: ['other'] })])).toBe(true);
    expect(held('23:30', 'warning', [])).toBe(false);
  });
});

describe('an announcement', () => {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  const { head } = story;
  const [message] = head.outbox;
  if (message === undefined) throw new Error('nothing was announced');
  const by = (...routes: readonly string[]) => routes.map((route) => ({ message: message.id, route }));
  const deliveredAt = (next: typeof head) => next.alerts[0]?.announcement?.deliveredAt;

  it('that no route accepts stays undelivered until one does, so that no action comes first (invariant 2)', () => {
    const nobody = () => [];
    expect(canDropMessage(head, message, nobody)).toBe(false);
    const kept = recordDeliveries(head, [], nobody, on('10:01'));
    expect(kept.outbox).toEqual(head.outbox);
    expect(deliveredAt(kept)).toBeNull();
    const told = recordDeliveries(kept, by('sns'), () => ['sns'], on('12:00'));
    expect(deliveredAt(told)).toBe(on('12:00'));
  });

  it('does not count as delivered when a changed policy leaves no route that accepts it', () => {
    const kept = recordDeliveries(head, [], () => ['sns'], on('10:01'));
    expect(deliveredAt(recordDeliveries(kept, [], () => [], on('10:02')))).toBeNull();
  });

  it('that one route has delivered does not wait for another route that no longer accepts it', () => {
    const half = recordDeliveries(head, by('sns'), () => ['sns', 'slack'], on('10:01'));
    expect(deliveredAt(recordDeliveries(half, [], () => [], on('10:02')))).toBe(on('10:02'));
  });
});

it('a message that no route accepts and that announces nothing leaves the outbox, and the journal records that it was not notified', () => {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  const rule = RuleName.parse('other');
  const message = aMessage(anIdleNotification({ rule }));
  const head = { ...story.head, outbox: [message] };
  expect(canDropMessage(head, message, () => null)).toBe(false);
  const next = recordDeliveries(head, [], () => [], on('10:01'));
  expect(next.outbox).toEqual([]);
  expect(next.pendingWrites.journal.at(-1)).toMatchObject({ event: 'not-notified', rule, at: on('10:01') });
});
