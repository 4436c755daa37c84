import { describe, expect, it } from 'vitest';
import { gpusKnownAt } from '../../lib/decide/gpus-known.ts';
import { Head } from '../../lib/model/head.ts';
import { days, earlier, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import {
  aHead,
  anObservation,
  aVm,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';

const all = { gpu: { known: 2, busiest: 0, memory: null } };
const one = { gpu: { known: 1, busiest: 90, memory: null } };
const known = (
  slots: Parameters<typeof usageUntil>[1],
  {
    before = {},
    vm = aVm({ gpus: 2 }),
    at = noon,
  }: { before?: Record<string, Instant>; vm?: ReturnType<typeof aVm>; at?: Instant } = {},
) =>
  gpusKnownAt(
    aHead({ gpusKnownAt: Head.shape.gpusKnownAt.parse(before) }),
    anObservation({ at, resources: [vm], usage: [usageUntil(noon, slots)] }),
  );

describe('when the use of all GPUs of a VM was last known', () => {
  it.each([
    ['by the newest slot', times(3, all), { box: noon }],
    ['by an older one where the newest is known in part', [all, one, 5], { box: earlier(noon, minutes(10)) }],
    ['never', [one, 5], {}],
  ])('is told %s', (_, slots, expected) => {
    expect(known(slots)).toEqual(expected);
  });

  it('stays when nothing newer comes, for a week', () => {
    const before = { box: earlier(noon, minutes(30)) };
    expect(known([5], { before })).toEqual(before);
    expect(known([all, 5, 5, 5, 5, 5, 5, 5, 5], { before })).toEqual(before);
    expect(known([5], { before, at: later(noon, days(7)) })).toEqual({});
  });

  it('is not held of a VM that has no GPUs or does not run', () => {
    const before = { box: noon, gone: noon };
    expect(known([5], { before, vm: aVm() })).toEqual({});
    expect(known([5], { before, vm: aVm({ gpus: 2, activity: 'stopped' }) })).toEqual({});
  });
});
