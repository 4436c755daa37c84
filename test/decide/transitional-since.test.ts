import { describe, expect, it } from 'vitest';
import { withTransitionalTimes } from '../../lib/decide/transitional-since.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { Activity } from '../../lib/model/facts/resource.ts';
import { computeSpan, hours, later, minutes } from '../../lib/model/time/time.ts';
import { anObservation, aVm, noon } from '../support/builders/observation-builders.ts';

type Seen = readonly [minute: number, state: string, more?: Partial<Parameters<typeof aVm>[0]>];

const activities: Readonly<Record<string, Activity>> = { ACTIVE: 'running', STOPPED: 'stopped' };

/** Returns the minutes that the last of these observations shows a VM to have been in transitional states. */
function lastedAfter(seen: readonly Seen[]): number | null {
  const last = seen.reduce<ProjectObservation | null>((before, [minute, state, more]) => {
    const at = later(noon, minutes(minute));
    const vm = aVm({ state, activity: activities[state] ?? 'changing', seenAt: at, ...more });
    const observed = withTransitionalTimes(anObservation({ at, resources: [vm] }), before, hours(3));
    if (observed.kind !== 'project') throw new TypeError('no project');
    return observed;
  }, null);
  const vm = last?.resources[0];
  return vm?.transitionalSince === undefined
    ? null
    : computeSpan(vm.transitionalSince, vm.seenAt) / minutes(1);
}

describe('the time that a resource spends in transitional states', () => {
  it.each<[string, readonly Seen[], number | null]>([
    ['begins with the first observation of one', [[0, 'STARTING']], 0],
    [
      'is unknown in any other state',
      [
        [0, 'STARTING'],
        [5, 'ACTIVE'],
      ],
      null,
    ],
    [
      'adds up from poll to poll',
      [
        [0, 'STARTING'],
        [5, 'STARTING'],
        [10, 'STARTING'],
      ],
      10,
    ],
    [
      'continues from one transitional state to the next',
      [
        [0, 'STOPPING'],
        [5, 'STARTING'],
        [10, 'STARTING'],
      ],
      10,
    ],
    [
      'begins anew after another state',
      [
        [0, 'STARTING'],
        [5, 'ACTIVE'],
        [10, 'STARTING'],
        [15, 'STARTING'],
      ],
      5,
    ],
    [
      'includes a gap between polls where both ends show the same state',
      [
        [0, 'STARTING'],
        [180, 'STARTING'],
      ],
      180,
    ],
    [
      'leaves out a gap between polls where the ends show different states',
      [
        [0, 'STOPPING'],
        [50, 'STARTING'],
      ],
      0,
    ],
    [
      'leaves out a gap longer than a price is carried on',
      [
        [0, 'STARTING'],
        [181, 'STARTING'],
      ],
      0,
    ],
    [
      'ends when the VM was last seen',
      [
        [0, 'STARTING'],
        [40, 'STARTING', { seenAt: noon }],
      ],
      0,
    ],
    [
      'is that of the VM that has the name now',
      [
        [0, 'STARTING'],
        [5, 'STARTING', { createdAt: noon }],
      ],
      0,
    ],
  ])('%s', (_, seen, lasted) => {
    expect(lastedAfter(seen)).toBe(lasted);
  });
});
