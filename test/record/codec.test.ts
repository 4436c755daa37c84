import { describe, expect, it } from 'vitest';
import { earlier, type Instant, minutes } from '../../lib/model/time/time.ts';
import { headItems } from '../../lib/record/head-store.ts';
import { decodeHead, encodeHead } from '../../lib/record/packing/codec.ts';
import { vmsIn } from '../../lib/record/packing/packed-vm-times.ts';
import { sampleItems } from '../../lib/record/sample-item.ts';
import { aFleet, aHeadOf, longId, shortId } from '../support/builders/fleet-builders.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { writeUnits } from '../support/item-size.ts';

describe('100 VMs', () => {
  it.each([
    { ids: 'short', idOf: shortId, head: 2, sample: 1 },
    { ids: 'long', idOf: longId, head: 4, sample: 3 },
  ])('with $ids ids take $head write units in a head, and $sample in a sample', ({ idOf, head, sample }) => {
    const resources = aFleet(100, idOf);
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(head);
    expect(sampleItems(lab, [anObservation({ resources })]).map(writeUnits)).toEqual([sample]);
  });

  it('that cost a price of their own each take no more than those of a few sizes', () => {
    const resources = aFleet(100).map((vm, index) => aVm({ ...vm, price: `0.${1_364 + index}` }));
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(2);
  });
});

it('a head of another version is refused with a word about it', () => {
  const bytes = encodeHead(aHeadOf(aFleet(3)));
  expect(() => decodeHead(Uint8Array.of(9, ...bytes.subarray(1)))).toThrow(
    'it is stored in version 9, and only version 8 is supported here',
  );
});

it('signals that are known as long as the use of their VM take next to no byte', () => {
  const head = aHeadOf(aFleet(100));
  const vms = vmsIn(head.observation);
  const known = (at: (nth: number) => Instant) => ({
    ...head,
    usageUntil: noon,
    deferredUsage: {
      rules: 1,
      of: Object.fromEntries(vms.map((vm, nth) => [vm, { until: at(nth), again: noon }])),
    },
  });
  const ever = known((nth) => earlier(noon, minutes(15 * (nth % 4))));
  const signalsKnownAt = Object.fromEntries(
    Object.entries(ever.deferredUsage.of).map(([vm, { until }]) => [vm, { pings: until }]),
  );
  expect(encodeHead({ ...ever, signalsKnownAt }).length - encodeHead(ever).length).toBeLessThan(20);
});
