import { describe, expect, it } from 'vitest';
import { indexOverspends } from '../../../lib/decide/actions/overspend.ts';
import { takeTurn } from '../../../lib/decide/turn.ts';
import type { UsageSamples } from '../../../lib/model/facts/usage.ts';
import { money } from '../../../lib/model/money/money.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { days, hours } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import { at } from '../../support/at.ts';
import {
  aHead,
  anObservation,
  aVm,
  lab,
  times,
  usageUntil,
} from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aWasteRule } from '../../support/builders/resource-rule-builders.ts';
import { aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';
import { emptyFleet, noPast } from '../../support/turn-input.ts';
import { rests } from './stopped-story.ts';

/** An alert is history; only the verdict of this poll counts (invariant 1). */
describe('an overspent budget that stops what is idle', () => {
  const policy = aPolicy({
    rules: [anIdleRule({ then: [] }), aBudgetRule({ then: [{ ...aStop(), of: 'idle', at: money('1000') }] })],
  });
  const spend = {
    amount: money('1050'),
    from: at('2026-11-01T00:00:00'),
    until: at('2026-11-21T09:00:00'),
  };

  /** Polls one VM of a project that has spent too much; whatever is announced is delivered at once. */
  function overspentStory() {
    let head: Head = aHead();
    const samplings: UsageSamples[] = [];
    return (clock: string, slots: Parameters<typeof usageUntil>[1]) => {
      const pollResult = anObservation({
        at: on(clock),
        seen: ['vms', 'machines', 'usage', 'spend'],
        resources: [aVm({ seenAt: on(clock) })],
        usage: [usageUntil(on(clock), slots)],
        spend,
      });
      const overspends = indexOverspends([head], policy, on(clock)).get(lab) ?? [];
      const turn = takeTurn({
        head,
        pollResult,
        asked: pollResult.seen,
        unsupported: [],
        past: { ...noPast, samplings: [...samplings] },
        fleet: { ...emptyFleet, overspends },
        policy,
        intervals: defaultIntervals,
      });
      samplings.push(pollResult);
      const alerts = turn.head.alerts.map(({ announcement, ...alert }) => ({
        ...alert,
        announcement: announcement && { ...announcement, deliveredAt: announcement.deliveredAt ?? on(clock) },
      }));
      head = { ...turn.head, alerts, outbox: [] };
      return decided(turn);
    };
  }
  const announced = () => {
    const poll = overspentStory();
    for (const clock of ['10:00', '10:05', '10:10']) poll(clock, times(72, 5));
    return poll;
  };

  it('stops an idle VM once its grace is over', () => {
    expect(announced()('13:00', times(72, 5))).toContain('stop');
  });

  it('does not stop a VM that was in use between two polls, though it has been idle since', () => {
    const poll = announced();
    expect(poll('13:00', [...times(24, 5), ...times(12, 90), ...times(12, 5)])).not.toContain('stop');
  });

  it('does not stop a VM with too few samples to judge', () => {
    expect(announced()('18:00', times(6, 5))).not.toContain('stop');
  });
});

describe('waste', () => {
  const rule = aWasteRule({
    conditions: ['stopped-vm', 'failed'],
    for: hours(1),
    then: [aTerminate({ needsImage: false, after: days(3) })],
  });
  const wasted = (first: Parameters<typeof aVm>[0]) => {
    const story = aTimeline(aPolicy({ rules: [rule] }));
    const poll = (clock: string, vm: Parameters<typeof aVm>[0]) => story.poll(clock, { vm, slots: null });
    poll('10:00', first);
    poll('11:00', first);
    story.deliver('11:00');
    return { story, poll };
  };

  it.each([
    ['another resource now has its name', rests, { ...rests, createdAt: on('23 11:30') }],
    ['its state is of another kind by now', { state: 'FAILED', activity: 'failed' }, rests],
  ] as const)('has no deletion announced when %s', (_, before, now) => {
    const { story, poll } = wasted(before);
    poll('23 12:00', now);
    const steps = story.head.alerts.flatMap(({ step }) => step ?? []);
    expect(steps).toEqual([]);
  });

  it('has a deletion announced when nothing has changed', () => {
    const { story, poll } = wasted(rests);
    poll('23 12:00', rests);
    expect(story.head.alerts.flatMap(({ step }) => step ?? [])).toEqual(['terminate']);
  });
});
