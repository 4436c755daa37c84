import { describe, expect, it } from 'vitest';
import { takeTurn } from '../../lib/decide/turn.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import type { VmUsage } from '../../lib/model/facts/usage.ts';
import { VmId } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { earlier, hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import { planParts } from '../../lib/observe/what-is-due.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Policy } from '../../lib/state/policy.ts';
import {
  aHead,
  anObservation,
  aVm,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';

const box = VmId.parse('box');
const policy = aPolicy({ rules: [anIdleRule({ window: hours(4), then: [] })] });
const createdAt = earlier(noon, hours(48));
const aBox = (overrides: Parameters<typeof aVm>[0] = {}) => aVm({ createdAt, seenAt: noon, ...overrides });
/** Just after a round of this project, in which it has every fourth one for its first VM. */
const now = later(noon, minutes(3));
const busy: Reply = { ...usageUntil(noon, times(24, 80)), reachesTo: earlier(noon, hours(2.5)) };

type Reply = VmUsage & { readonly reachesTo: Instant };
type Poll = {
  readonly at: Instant;
  readonly resources: readonly Resource[];
  /** The reply of the monitor; absent where the box was not asked. */
  readonly reply?: Reply;
  readonly by?: Policy;
};

function headAfter(head: Head, { at, resources, reply, by = policy }: Poll): Head {
  const usage = reply === undefined ? [] : [reply];
  const seen = reply === undefined ? (['vms'] as const) : (['vms', 'usage'] as const);
  const pollResult = anObservation({ at, seen: [...seen], resources: [...resources], usage });
  const intervals = defaultIntervals;
  const turn = { head, pollResult, asked: seen, unsupported: [], past: noPast, fleet: emptyFleet };
  return takeTurn({ ...turn, policy: by, intervals }).head;
}

/** The head after a VM was shown in use in two hours of samples; `resource` is as that poll showed it. */
const shownInUse = (resource: Parameters<typeof aVm>[0] = {}, reply = busy): Head =>
  headAfter(aHead(), { at: now, resources: [aBox(resource)], reply });

/** The VMs that a head has asked for their samples 25 minutes later, in the round after. */
const askedNext = (head: Head, by = policy) =>
  planParts(head, by, defaultIntervals, later(now, minutes(25))).usage;

describe('a VM in use whose next poll of samples is deferred', () => {
  it('is not asked for samples in one round, and is asked again within the hour', () => {
    const head = shownInUse();
    const { until, again = noon } = head.deferredUsage?.of[box] ?? {};
    expect(until).toBe(noon);
    expect(again).toBeGreaterThan(later(now, minutes(25)));
    expect(again).toBeLessThanOrEqual(later(now, hours(1)));
    expect(askedNext(head)).toEqual([]);
    expect(planParts(head, policy, defaultIntervals, again).usage).toEqual([box]);
    const next = headAfter(head, { at: later(now, minutes(5)), resources: [aBox()] });
    expect(next.deferredUsage).toEqual(head.deferredUsage);
  });

  it('is asked at once when the idle rules change, and its next reply still starts where the last one ended', () => {
    const head = shownInUse();
    const by = aPolicy({ rules: [anIdleRule({ window: hours(1), then: [] })] });
    expect(askedNext(head, by)).toEqual([box]);
    const at = later(now, minutes(5));
    const next = headAfter(head, { at, resources: [aBox()], by });
    expect(next.deferredUsage?.of).toEqual({ box: { until: noon, again: at } });
    expect(askedNext(next, by)).toEqual([box]);
    expect(askedNext(headAfter(head, { at, resources: [aBox()] }), policy)).toEqual([]);
  });

  it.each<[string, Parameters<typeof aVm>[0]]>([
    ['its size', { vcpus: 96 }],
    ['its metadata', { metadata: { owner: 'ada' } }],
    [
      'its time of creation, so that it is another VM of that name',
      { createdAt: earlier(noon, minutes(10)) },
    ],
  ])('is asked at once when a poll shows a change of %s', (_, change) => {
    const at = later(now, minutes(5));
    const next = headAfter(shownInUse(), { at, resources: [aBox(change)] });
    expect(next.deferredUsage?.of).toEqual({ box: { until: noon, again: at } });
    expect(askedNext(next)).toEqual([box]);
  });

  it.each<[string, readonly Resource[]]>([
    ['is not listed', []],
    ['is gone', [aBox({ activity: 'gone' })]],
  ])('is forgotten once it %s', (_, resources) => {
    const next = headAfter(shownInUse(), { at: later(now, minutes(5)), resources });
    expect(next.deferredUsage).toBeNull();
    // Another VM of that name is asked in the next round.
    const again = headAfter(next, { at: later(now, minutes(10)), resources: [aBox()] });
    expect(askedNext(again)).toEqual([box]);
  });
});

describe('a VM whose samples are never deferred', () => {
  it.each<[string, () => Head]>([
    [
      'with GPUs, since its signals decide and its CPU proves nothing about them',
      () => shownInUse({ gpus: 2 }),
    ],
    [
      'whose GPUs are shown by a signal',
      () => {
        const points = busy.points.map((point) => ({
          ...point,
          gpu: { known: 1, busiest: 90, memory: null },
        }));
        return shownInUse({}, { ...busy, points });
      },
    ],
    [
      'whose logins are shown by a signal',
      () => shownInUse({}, { ...busy, points: busy.points.map((point) => ({ ...point, logins: 1 })) }),
    ],
    [
      'whose reply does not reach back further than the time it would be deferred',
      () => shownInUse({}, { ...busy, reachesTo: noon }),
    ],
    [
      'that could be idle by the next round',
      () => shownInUse({}, { ...busy, points: usageUntil(noon, times(45, 5)).points }),
    ],
  ])('is one %s', (_, head) => {
    expect(head().deferredUsage).toBeNull();
    expect(askedNext(head())).toEqual([box]);
  });
});
