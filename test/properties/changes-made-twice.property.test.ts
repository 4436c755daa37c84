import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCaps, giveBack } from '../../lib/decide/actions/caps.ts';
import { claimIntent, holdIntents, recordDeliveries } from '../../lib/decide/actions/changed-head.ts';
import { recordOutcome } from '../../lib/decide/actions/record-outcome.ts';
import { raiseMissedHeartbeat } from '../../lib/decide/own-health/missed-heartbeat.ts';
import { patience, troublesNotified, updateRouteTroubles } from '../../lib/decide/own-health/route-health.ts';
import { ActionKind } from '../../lib/model/action-kind.ts';
import { IntentId, Subject } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { earlier, hours, later, milliseconds, minutes } from '../../lib/model/time/time.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { type Control, firstControl, RouteTrouble } from '../../lib/state/control.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Intent } from '../../lib/state/intent.ts';
import { PastStop } from '../../lib/state/intent.ts';
import { waitingStops } from '../jobs/act/an-actor.ts';
import { anOutcome } from '../support/an-outcome.ts';
import { aFreshnessRule } from '../support/builders/account-rule-builders.ts';
import { aHead, anObservation, lab } from '../support/builders/observation-builders.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { place, withdraw } from '../support/place.ts';
import { on } from '../support/timeline.ts';
import { emptyFleet } from '../support/turn-input.ts';

const now = on('11:02');
const names = ['a', 'b', 'c'];
const decided = waitingStops(...names);
const outcomes = ['requested', 'already-so', 'cancelled', 'not-sent', 'refused', 'unanswered'] as const;
const states: readonly Intent['state'][] = [
  { kind: 'waiting' },
  { kind: 'claimed', at: on('11:01') },
  { kind: 'requested', at: on('11:01') },
];

/** Intents of any kind, rule's or person's, however far they have come; some with an alert, some with what rests. */
const anyDueHead = fc
  .record({
    of: fc.array(
      fc.record({
        kind: fc.constantFrom(...ActionKind.options),
        by: fc.constantFrom(null, 'ada'),
        state: fc.constantFrom(...states),
      }),
      { minLength: names.length, maxLength: names.length },
    ),
    withAlerts: fc.boolean(),
    tries: fc.nat(6),
    capsNotifiedOn: fc.constantFrom(null, 'today'),
  })
  .map(
    ({ of, withAlerts, tries, capsNotifiedOn }): Head => ({
      ...decided,
      capsNotifiedOn,
      alerts: withAlerts ? decided.alerts.map((alert) => ({ ...alert, tries, unsent: tries })) : [],
      intents: decided.intents.map((intent, nth) => ({ ...intent, ...of[nth], image: null })),
      stops: decided.intents.map(({ subject, rule }) =>
        PastStop.parse({
          ...{ subject, rule, stoppedAt: on('09:00'), startedAgainAt: null, ours: true, unsent: tries },
        }),
      ),
    }),
  );

/** Returns what is stored after a change whose reply was lost and which is therefore repeated. */
function expectOnce<T extends { readonly seq: number }>(known: T, change: (from: T) => T | null): void {
  const once = change(known);
  if (once === null) return;
  const twice = change(once) ?? once;
  expect({ ...twice, seq: 0 }).toEqual({ ...once, seq: 0 });
}

describe('repeating a change of a head whose reply was lost changes nothing (invariant 8):', () => {
  it('any outcome of any action', () => {
    fc.assert(
      fc.property(anyDueHead, fc.constantFrom(...outcomes), fc.nat(2), (head, kind, nth) => {
        const intent = head.intents[nth] ?? expect.fail('no intent');
        expectOnce(head, (from) => recordOutcome(from, intent, anOutcome(kind, now), hours(1)));
      }),
    );
  });

  it('a claim, which only one process wins', () => {
    fc.assert(
      fc.property(anyDueHead, fc.nat(2), (head, nth) => {
        const { id } = head.intents[nth] ?? expect.fail('no intent');
        const once = claimIntent(head, id, now);
        expect(once && claimIntent(once, id, now)).toBeNull();
      }),
    );
  });

  it('actions held back by the caps', () => {
    const held = { because: 'too many', wanted: 9, allowed: 5, day: 'today' };
    fc.assert(fc.property(anyDueHead, (head) => expectOnce(head, (from) => holdIntents(from, held, now))));
  });

  it('deliveries over any routes', () => {
    const routes = ['mail', 'chat'];
    const anyTaken = fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...routes)), { maxLength: 8 });
    fc.assert(
      fc.property(anyDueHead, anyTaken, fc.subarray(routes), (due, taken, wanting) => {
        const outcome = anOutcome('refused', on('11:01'));
        const head = due.intents.reduce(
          (from, intent) => recordOutcome(from, intent, outcome, hours(1)) ?? from,
          due,
        );
        const deliveries = taken.flatMap(([nth, route]) => {
          const message = head.outbox[nth]?.id;
          return message === undefined ? [] : [{ message, route }];
        });
        expectOnce(head, (from) => recordDeliveries(from, deliveries, () => wanting, now));
      }),
    );
  });

  it('a missed heartbeat', () => {
    const policy = aPolicy({ rules: [aFreshnessRule()] });
    const fleet = { ...emptyFleet, targets: [lab] };
    fc.assert(
      fc.property(fc.nat(600), (count) => {
        const polledAt = earlier(now, minutes(count));
        const head = aHead({ polledAt, observation: anObservation({ at: polledAt }) });
        const context = { policy, intervals: defaultIntervals, fleet, newestPoll: polledAt, now };
        expectOnce(head, (from) => raiseMissedHeartbeat(from, context));
      }),
    );
  });
});

describe('repeating a change of the control record changes nothing (invariant 4):', () => {
  const anyControl = fc.array(fc.nat(3), { maxLength: 4 }).map(
    (ages): Control => ({
      ...firstControl,
      actions: ages.map((age, nth) => ({
        intent: decided.intents[nth]?.id ?? IntentId.parse('x'),
        at: earlier(now, hours(age)),
      })),
    }),
  );

  it('the reservation of a run', () => {
    const policy = aPolicy({ caps: { perRun: 10, perDay: 20, share: 100 } });
    fc.assert(
      fc.property(anyControl, anyDueHead, (control, head) => {
        expectOnce(control, (from) => {
          const decision = checkCaps(
            policy,
            from,
            { connection: null, intents: head.intents, heads: [head] },
            now,
          );
          return decision.kind === 'within' ? decision.control : null;
        });
      }),
    );
  });

  it('the release of actions that were not carried out', () => {
    fc.assert(
      fc.property(anyControl, fc.subarray(decided.intents.map(({ id }) => id)), (control, unspent) => {
        expectOnce(control, (from) => giveBack(from, new Set(unspent)));
      }),
    );
  });

  it('a route that fails, works again, and was reported over others', () => {
    const anyTrouble = fc
      .record({
        route: fc.constantFrom('mail', 'chat'),
        age: fc.nat(120),
        phase: fc.constantFrom('not-notified', 'notified', 'resolved'),
      })
      .map(({ route, age, phase }) => {
        const since = earlier(now, milliseconds(patience + age * 60_000));
        return RouteTrouble.parse({ route, since, lastAt: earlier(now, minutes(age)), because: 'no', phase });
      });
    const troubles = fc.uniqueArray(anyTrouble, { selector: ({ route }) => route });
    const tries = fc.dictionary(fc.constantFrom('mail', 'chat'), fc.constantFrom(null, 'no'));
    fc.assert(
      fc.property(troubles, tries, (routes, tried) => {
        const came = new Map(Object.entries(tried));
        const sorted = (list: readonly RouteTrouble[]) =>
          list.toSorted((one, other) => one.route.localeCompare(other.route));
        expectOnce({ ...firstControl, routes: sorted(routes) }, (from) => ({
          ...from,
          routes: sorted(updateRouteTroubles(from, came, now)),
        }));
        for (const trouble of routes)
          expectOnce({ ...firstControl, routes }, (from) => ({
            ...from,
            routes: troublesNotified(from.routes, trouble),
          }));
      }),
    );
  });
});

it('a repeated override is stored once, and a repeated revoke revokes once', async () => {
  const ledger = memoryLedger();
  const until = later(now, hours(2));
  const keep = { kind: 'keep', id: 'one', author: 'ada', reason: 'a demo', at: now, until } as const;
  const told = { ...keep, subject: Subject.parse(`${lab}/vm/a`) };
  for (const _ of ['sent', 'sent again']) await place(ledger, told);
  expect(await ledger.overrides(now)).toEqual([told]);
  for (const _ of ['sent', 'sent again']) await withdraw(ledger, 'one');
  expect(await ledger.overrides(now)).toEqual([]);
});
