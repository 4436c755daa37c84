import { describe, expect, it } from 'vitest';
import { watchStops } from '../../../lib/decide/actions/past-stops.ts';
import { createProgress } from '../../../lib/decide/progress.ts';
import { ResourceId } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import { aHead, anObservation, aVm } from '../../support/builders/observation-builders.ts';
import { on } from '../../support/timeline.ts';
import { now, past, rests } from './guards/guard-inputs.ts';

const imaged = { ...past, image: ResourceId.parse('spendwatch-box') };

/** Returns the record of a stop once its VM was seen at rest again. */
function stopAfter(
  stop: typeof imaged | (Omit<typeof imaged, 'startedAgainAt'> & { startedAgainAt: Instant }),
  bootedAt?: Instant,
) {
  const vm = aVm({ ...rests, createdAt: stop.createdAt, ...(bootedAt !== undefined && { bootedAt }) });
  const head = aHead({ stops: [stop] });
  const observation = anObservation({ at: now, resources: [vm], seen: ['vms'] });
  const watched = watchStops(createProgress(head), observation, () => vm, {
    intervals: defaultIntervals,
    rules: [],
  });
  return watched.stops[0];
}

describe('an image made while a VM was at rest (invariant 5)', () => {
  it('counts as long as nobody has started the VM', () => {
    expect(stopAfter(imaged)).toMatchObject({ ours: true, image: imaged.image });
    expect(stopAfter(imaged, on('10:00'))).toMatchObject({ ours: true, image: imaged.image });
  });

  it('no longer counts once somebody started the VM and stopped it again', () => {
    expect(stopAfter({ ...imaged, startedAgainAt: on('10:45') })).toMatchObject({
      ours: false,
      image: null,
      startedAgainAt: null,
      stoppedAt: now,
    });
  });

  it('no longer counts where only the boot time of the VM shows that it ran between two polls', () => {
    expect(stopAfter(imaged, on('10:45'))).toMatchObject({ ours: false, image: null, stoppedAt: now });
  });
});
