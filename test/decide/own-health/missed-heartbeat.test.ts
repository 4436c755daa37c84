import { describe, expect, it } from 'vitest';
import { raiseMissedHeartbeat } from '../../../lib/decide/own-health/missed-heartbeat.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { earlier, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aHead, anObservation, lab, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { emptyFleet } from '../../support/turn-input.ts';

const ago = (count: number) => earlier(noon, minutes(count));
const policy = aPolicy({ rules: [aFreshnessRule()] });

const raise = (head: Head, now: Instant = noon, newestPoll = head.polledAt ?? now) =>
  raiseMissedHeartbeat(head, {
    policy,
    intervals: defaultIntervals,
    fleet: { ...emptyFleet, targets: [lab] },
    newestPoll,
    now,
  });
const polled = (count: number) =>
  aHead({ seq: 3, polledAt: ago(count), observation: anObservation({ at: ago(count) }) });

describe('a missed heartbeat', () => {
  it('is an alert in the head of a target, with a notification and a line of the journal', () => {
    const head = raise(polled(20));
    expect(head).toMatchObject({
      seq: 4,
      polledAt: ago(20),
      alerts: [{ rule: 'sight', phase: 'firing', kind: 'freshness' }],
      outbox: [{ severity: 'warning', notifications: [{ kind: 'alert', figures: { of: 'watcher' } }] }],
      pendingWrites: { journal: [{ event: 'alert', subject: lab }] },
    });
  });

  it('is not reported while polls go on', () => {
    expect(raise(polled(14))).toBeNull();
  });

  it('is notified once, then when its severity rises, and again after the repeat interval', () => {
    const first = raise(polled(20));
    if (first === null) throw new Error('not said');
    expect(raise(first)).toBeNull();
    expect(raise(first, later(noon, minutes(39)))).toBeNull();
    const worse = raise(first, later(noon, minutes(40)));
    expect(worse?.outbox.map(({ severity }) => severity)).toEqual(['warning', 'critical']);
    const delivered = worse && { ...worse, outbox: [] };
    expect(delivered && raise(delivered, later(noon, minutes(279)))).toBeNull();
    expect(delivered && raise(delivered, later(noon, minutes(280)))?.outbox).toHaveLength(1);
  });

  it('keeps the pending writes of the last turn', () => {
    const journal = [{ id: 'x', at: noon, event: 'notified', subject: 'a', rule: 'b', because: '' }];
    const known = polled(20);
    const head = raise(Object.assign(known, { pendingWrites: { meters: [], journal } }));
    expect(head?.pendingWrites.journal.map(({ event }) => event)).toEqual(['notified', 'alert']);
  });
});

it('a target that is not polled while others are is reported by itself', () => {
  const head = raise(polled(20), noon, ago(5));
  expect(head?.outbox[0]?.notifications[0]).toMatchObject({
    figures: { of: 'target', seenAt: ago(20) },
    because: 'no successful poll since 2026-11-21T11:40:00Z, 20 min ago, while other targets were polled',
  });
});
