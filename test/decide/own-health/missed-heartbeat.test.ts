import { describe, expect, it } from 'vitest';
import { raiseSilence } from '../../../lib/decide/own-health/missed-heartbeat.ts';
import type { Head } from '../../../lib/model/head.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { earlier, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { aFreshnessRule } from '../../support/account-rule-builders.ts';
import { aPolicy } from '../../support/policy-builders.ts';
import { aHead, aSighting, lab, noon } from '../../support/sighting-builders.ts';
import { nothingAround } from '../../support/turn-input.ts';

const ago = (count: number) => earlier(noon, minutes(count));
const policy = aPolicy({ rules: [aFreshnessRule()] });

const raise = (head: Head, now: Instant = noon, newestLook = head.lookedAt ?? now) =>
  raiseSilence(head, {
    policy,
    intervals: defaultIntervals,
    around: { ...nothingAround, targets: [lab] },
    newestLook,
    now,
  });
const looked = (count: number) =>
  aHead({ seq: 3, lookedAt: ago(count), sighting: aSighting({ at: ago(count) }) });

describe('that nobody looks', () => {
  it('is said in the head of the target that tells it, and taken down', () => {
    const head = raise(looked(20));
    expect(head).toMatchObject({
      seq: 4,
      lookedAt: ago(20),
      alerts: [{ rule: 'sight', phase: 'firing', kind: 'freshness' }],
      outbox: [{ severity: 'warning', notices: [{ kind: 'alert', figures: { of: 'watcher' } }] }],
      unwritten: { journal: [{ event: 'alert', subject: lab }] },
    });
  });

  it('is no news while somebody does', () => {
    expect(raise(looked(14))).toBeNull();
  });

  it('is said once, then when it is worse, and again after the time to repeat', () => {
    const first = raise(looked(20));
    if (first === null) throw new Error('not said');
    expect(raise(first)).toBeNull();
    expect(raise(first, later(noon, minutes(39)))).toBeNull();
    const worse = raise(first, later(noon, minutes(40)));
    expect(worse?.outbox.map(({ severity }) => severity)).toEqual(['warning', 'critical']);
    const delivered = worse && { ...worse, outbox: [] };
    expect(delivered && raise(delivered, later(noon, minutes(279)))).toBeNull();
    expect(delivered && raise(delivered, later(noon, minutes(280)))?.outbox).toHaveLength(1);
  });

  it('keeps what the last turn has not yet written to history', () => {
    const journal = [{ id: 'x', at: noon, event: 'said', subject: 'a', rule: 'b', because: '' }];
    const known = looked(20);
    const head = raise(Object.assign(known, { unwritten: { meters: [], journal } }));
    expect(head?.unwritten.journal.map(({ event }) => event)).toEqual(['said', 'alert']);
  });
});

it('one target that is passed over while others are looked at is told of by itself', () => {
  const head = raise(looked(20), noon, ago(5));
  expect(head?.outbox[0]?.notices[0]).toMatchObject({
    figures: { of: 'target', seenAt: ago(20) },
    because:
      'no look at it came to anything since 2026-11-21T11:40:00Z, 20 min ago, while others were looked at',
  });
});
