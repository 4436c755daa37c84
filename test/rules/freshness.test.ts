import { describe, expect, it } from 'vitest';
import { groupTarget, RuleName, toTarget } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import type { SightFacts } from '../../lib/rules/facts.ts';
import { judgeFreshness } from '../../lib/rules/freshness/judge.ts';
import { judgeMissedHeartbeat } from '../../lib/rules/freshness/watcher.ts';
import { aFreshnessRule, main } from '../support/builders/account-rule-builders.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  lab,
  noon,
} from '../support/builders/observation-builders.ts';

const ago = (count: number) => earlier(noon, minutes(count));

/** A project of which a poll saw every part at noon, and that was polled five minutes before. */
const sight = (head: Partial<SightFacts['head']> = {}, more: Partial<SightFacts> = {}): SightFacts => ({
  target: toTarget(lab),
  now: noon,
  head: {
    ...aHead({ observation: anObservation(), beganAt: ago(10_000), reportedUntil: ago(60) }),
    ...head,
  },
  unsupported: [],
  polledBefore: ago(5),
  targets: [main.id, lab],
  intervals: defaultIntervals,
  ...more,
});
const unseen = (count: number, more: Partial<SightFacts['head']> = {}) =>
  sight({
    observation: anObservation({ at: ago(count) }),
    failedPolls: 1,
    failedBecause: 'listVms: 503',
    ...more,
  });

/** What is breached, and its severity. */
const breaches = (facts: SightFacts, rule = aFreshnessRule()) =>
  judgeFreshness(rule, facts).flatMap((verdict) =>
    verdict.kind === 'breached' ? [`${verdict.episode}: ${verdict.severity}`] : [],
  );
const becauseOf = (facts: SightFacts, episode: string) =>
  judgeFreshness(aFreshnessRule(), facts).find((verdict) => verdict.episode === episode)?.because;

describe('a target', () => {
  it.each([
    [sight(), []],
    [unseen(14), []],
    [unseen(15), ['target: warning']],
    [unseen(59), ['target: warning']],
    [unseen(60), ['target: critical']],
    [unseen(0, { observation: null, beganAt: ago(14) }), []],
    [unseen(0, { observation: null, beganAt: ago(15) }), ['target: warning']],
  ])('is fresh or not: %#', (facts, expected) => {
    expect(breaches(facts)).toEqual(expected);
  });

  it('is reported with when it was last seen, and with the reason of the failed polls', () => {
    expect(becauseOf(unseen(20), 'target')).toBe(
      'last successful poll at 2026-11-21T11:40:00Z, 20 min ago: listVms: 503',
    );
    expect(becauseOf(unseen(0, { observation: null, beganAt: ago(20) }), 'target')).toBe(
      'no successful poll since monitoring began at 2026-11-21T11:40:00Z, 20 min ago: listVms: 503',
    );
  });

  it('that cannot be polled has no further alert about its parts or its spend', () => {
    const facts = unseen(20, { failingSince: { disks: ago(500) }, reportedUntil: ago(900) });
    expect(breaches(facts)).toEqual(['target: warning']);
  });

  it('is allowed three polls, however long their interval is', () => {
    const slow = { ...unseen(59), intervals: { ...defaultIntervals, pollEvery: minutes(20) } };
    expect(breaches(slow)).toEqual([]);
  });

  it('that the platform never shows is not reported', () => {
    const unsupported = {
      part: 'account',
      instead: null,
      because: 'no such operation',
      until: later(noon, hours(1)),
    } as const;
    const facts = sight({ observation: null, failedPolls: 9 }, { target: main, unsupported: [unsupported] });
    expect(breaches(facts)).toEqual([]);
    expect(becauseOf(facts, 'target')).toBe('no such operation');
  });

  it('is reported by one target for all where no target can be polled', () => {
    const out = { failureScope: 'everything' } as const;
    expect(breaches(unseen(30, out))).toEqual([]);
    expect(becauseOf(unseen(30, out), 'target')).toMatch(/the alert is on another target$/);
    const reporter = { ...unseen(30, out), targets: [lab, main.id] };
    expect(breaches(reporter)).toEqual(['target: warning']);
  });

  it('that the cloud no longer lists is gone, and is not reported', () => {
    expect(breaches(unseen(30, { failureScope: 'unlisted' }))).toEqual([]);
    expect(becauseOf(unseen(30, { failureScope: 'unlisted' }), 'target')).toBe(
      'the cloud no longer lists it',
    );
  });

  it('is judged by rules that match it, except for groups', () => {
    expect(judgeFreshness(aFreshnessRule({ match: { account: '*' } }), unseen(99))).toEqual([]);
    expect(judgeFreshness(aFreshnessRule({ match: { project: 'lab' } }), unseen(99))).not.toEqual([]);
    const group = toTarget(groupTarget(RuleName.parse('shared')));
    expect(judgeFreshness(aFreshnessRule(), { ...unseen(99), target: group })).toEqual([]);
  });
});

describe('a part', () => {
  it.each([
    [{ disks: ago(14) }, []],
    [{ disks: ago(15) }, ['part: warning']],
    [{ disks: ago(15), vms: ago(60) }, ['part: critical']],
    [{ spend: ago(120) }, []],
  ])('that has failed since %o is reported or not', (failingSince, expected) => {
    expect(breaches(sight({ failingSince }))).toEqual(expected);
  });

  it('is reported in one alert with the other parts that fail, the longest first, and one more raises its level', () => {
    const missing = [{ part: 'vms' as const, because: 'page 2: 503' }];
    const facts = sight({
      observation: anObservation({ missing }),
      seenAt: { vms: ago(35) },
      failingSince: { disks: ago(20), vms: ago(30), images: ago(5) },
    });
    const told = judgeFreshness(aFreshnessRule(), facts).find(({ episode }) => episode === 'part');
    expect(told).toMatchObject({ level: 2, figures: { of: 'part', seenAt: ago(35) } });
    expect(told?.because).toBe('vms incomplete for 30 min (page 2: 503); disks incomplete for 20 min');
  });
});

describe('a report of spend', () => {
  it.each([
    [{ reportedUntil: ago(239) }, []],
    [{ reportedUntil: ago(240) }, ['spend: warning']],
    [{ reportedUntil: ago(960) }, ['spend: critical']],
    [{ reportedUntil: later(noon, hours(1)) }, []],
    [{ reportedUntil: null, beganAt: ago(239) }, []],
    [{ reportedUntil: null, beganAt: ago(240) }, ['spend: warning']],
  ])('may be as old as the limit and no older: %#', (head, expected) => {
    expect(breaches(sight(head))).toEqual(expected);
  });

  it('is not expected more often than it is asked for', () => {
    const seldom = sight(
      { reportedUntil: ago(700) },
      { intervals: { ...defaultIntervals, spendEvery: hours(12) } },
    );
    expect(breaches(seldom)).toEqual([]);
  });

  it.each([
    [null, []],
    ['account-spend', ['spend: warning']],
  ] as const)(
    'that the platform does not offer, with %s as a fallback, is reported only if there is a fallback',
    (instead, expected) => {
      const unsupported = { part: 'spend', instead, because: '404', until: later(noon, hours(1)) } as const;
      expect(breaches(sight({ reportedUntil: ago(300) }, { unsupported: [unsupported] }))).toEqual(expected);
    },
  );
});

describe('a missed heartbeat', () => {
  const away = (count: number, target = main) =>
    sight(
      { observation: target === main ? anAccountObservation() : anObservation() },
      { target, polledBefore: ago(count) },
    );

  it.each([
    [away(14), []],
    [away(15), ['watcher: warning']],
    [away(60), ['watcher: critical']],
    [away(90, toTarget(lab)), []],
    [sight({}, { polledBefore: null, target: main }), []],
    [sight({}, { polledBefore: later(noon, minutes(1)), target: main }), []],
  ])('is reported by one target after a gap: %#', (facts, expected) => {
    expect(breaches(facts)).toEqual(expected);
  });

  it('is reported by a target that the rule matches', () => {
    const rule = aFreshnessRule({ match: { project: '*' } });
    expect(breaches(away(20, toTarget(lab)), rule)).toEqual(['watcher: warning']);
  });

  it('is reported with the time from when to when it did not poll', () => {
    expect(becauseOf(away(65), 'watcher')).toBe(
      'spendwatch did not poll from 2026-11-21T10:55:00Z to 2026-11-21T12:00:00Z (1 h 5 min)',
    );
  });

  it.each([
    ['nothing is polled, and this target reports it', main, 20, 20, 'watcher'],
    ['nothing is polled, and another target reports it', toTarget(lab), 20, 20, undefined],
    ['other targets are polled', toTarget(lab), 20, 5, 'target'],
    ['it was polled lately', main, 14, 14, undefined],
  ] as const)('is found by a job that does not poll: %s', (_, target, polled, newest, episode) => {
    const silence = judgeMissedHeartbeat(aFreshnessRule(), {
      ...away(polled, target),
      newestPoll: ago(newest),
    });
    expect(silence?.episode).toBe(episode);
  });
});
