import { describe, expect, it } from 'vitest';
import { takeTurn } from '../../lib/decide/turn.ts';
import type { TurnInput } from '../../lib/decide/turn-input.ts';
import type { Part } from '../../lib/model/facts/observation.ts';
import { VmId } from '../../lib/model/ids.ts';
import { chargeToMoney, money } from '../../lib/model/money/money.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { at } from '../support/at.ts';
import {
  aHead,
  anObservation,
  aVm,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aTimeline, on } from '../support/timeline.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';

const policy = aPolicy({ rules: [aBudgetRule({ limit: '10' }), anIdleRule()] });

describe('a turn', () => {
  it('leads from the same input to the same next head, and leaves its input unchanged (invariant 10)', () => {
    const input: TurnInput = {
      head: aHead({ seq: 4 }),
      pollResult: anObservation({
        usage: [usageUntil(noon, times(48, 5))],
        spend: { amount: money('12'), from: at('2026-11-01T00:00:00'), until: noon },
      }),
      asked: ['vms', 'machines', 'usage', 'spend'],
      unsupported: [],
      past: noPast,
      fleet: emptyFleet,
      policy,
      intervals: defaultIntervals,
    };
    const before = JSON.stringify(input);
    const [first, second] = [takeTurn(input), takeTurn(input)];
    expect(second).toEqual(first);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(JSON.stringify(input)).toBe(before);
    expect(first.head.outbox).toHaveLength(2);
  });

  it('records when each part was last asked for and when it was last complete', () => {
    const story = aTimeline(policy);
    story.poll('10:00');
    story.poll('10:05', { seen: ['machines'], missing: [{ part: 'vms', because: '503' }], slots: null });
    expect(story.head.seenAt).toEqual({ vms: on('10:00'), machines: on('10:05'), usage: on('10:00') });
    expect(story.head.askedAt).toEqual({ vms: on('10:00'), machines: on('10:05'), usage: on('10:00') });
    story.miss('10:10');
    expect(story.head.seenAt).toEqual({ vms: on('10:00'), machines: on('10:05'), usage: on('10:00') });
    expect(story.head.askedAt.vms).toBe(on('10:10'));
  });

  it('asks for usage next from where the slowest VM of a complete answer ended', () => {
    const usage = [
      usageUntil(noon, times(3, 5)),
      { ...usageUntil(on('11:50'), times(3, 5)), vm: VmId.parse('slow') },
    ];
    const turn = (seen: readonly Part[], head = aHead()) =>
      takeTurn({
        head,
        pollResult: anObservation({ usage, seen: [...seen] }),
        asked: [...seen],
        unsupported: [],
        past: noPast,
        fleet: emptyFleet,
        policy,
        intervals: defaultIntervals,
      }).head.usageUntil;
    expect(turn(['vms', 'machines', 'usage'])).toBe(on('11:50'));
    expect(turn(['vms', 'machines'], aHead({ usageUntil: on('11:00') }))).toBe(on('11:00'));
  });

  it('hands on to history what this turn closed and found, and nothing of the turn before', () => {
    const story = aTimeline(policy);
    story.poll('10:00');
    expect(story.head.pendingWrites.journal.map(({ event }) => event)).toEqual(['alert']);
    story.poll('11:30', { slots: null });
    expect(story.head.pendingWrites.journal).toEqual([]);
    expect(story.head.pendingWrites.meters.map(({ period }) => [period.unit, period.from])).toEqual([
      ['hour', on('10:00')],
    ]);
    story.poll('11:35', { slots: null });
    expect(story.head.pendingWrites).toMatchObject({ meters: [], journal: [] });
  });
});

describe('a failed poll', () => {
  it('changes no figure; its time is charged when the target is seen again', () => {
    const story = aTimeline(policy);
    story.poll('10:00', { vm: { price: '60' }, slots: null });
    const { meters, closedHours, report, observation } = story.head;
    story.miss('10:05');
    story.miss('10:10');
    expect(story.head).toMatchObject({ failedPolls: 2, failedBecause: 'listVms: 503' });
    expect(story.head).toEqual(expect.objectContaining({ meters, closedHours, report, observation }));
    story.poll('10:15', { vm: { price: '60' }, slots: null });
    expect(story.head).toMatchObject({ failedPolls: 0, failedBecause: null });
    expect(chargeToMoney(story.head.meters?.month.charge ?? expect.fail()).toFixed()).toBe('15');
    expect(story.head.meters?.month.gap).toBe(0);
  });
});

describe('every verdict', () => {
  it('has a reason with its figures, and so does every decision', () => {
    const story = aTimeline(policy);
    const { verdicts, decisions } = story.poll('10:00', {
      resources: [aVm(), aVm({ id: 'off', activity: 'stopped', state: 'STOPPED' })],
    });
    expect(verdicts.map(({ rule, kind }) => [rule, kind])).toEqual([
      ['monthly budget', 'clear'],
      ['forgotten machines', 'breached'],
      ['forgotten machines', 'clear'],
    ]);
    for (const { because } of [...verdicts, ...decisions]) expect(because.length).toBeGreaterThan(10);
  });
});
