import { describe, expect, it } from 'vitest';
import { dictionary } from '../../lib/record/dictionary.ts';
import { headItems } from '../../lib/record/head-item.ts';
import { digestOf } from '../../lib/record/keys.ts';
import { sampleItems } from '../../lib/record/sample-item.ts';
import { aFleet, aHeadOf, longId, shortId } from '../support/fleet-builders.ts';
import { writeUnits } from '../support/item-size.ts';
import { aSighting, aVm, lab } from '../support/sighting-builders.ts';

describe('100 VMs', () => {
  it.each([
    { ids: 'short', idOf: shortId, units: 1 },
    { ids: 'long', idOf: longId, units: 3 },
  ])('with $ids ids take $units write units in a head, and as many in a sample', ({ idOf, units }) => {
    const resources = aFleet(100, idOf);
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(units);
    expect(sampleItems(lab, aSighting({ resources })).map(writeUnits)).toEqual([units]);
  });

  it('that cost a price of their own each take no more than those of a few sizes', () => {
    const resources = aFleet(100).map((vm, index) => aVm({ ...vm, price: `0.${1_364 + index}` }));
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(1);
  });
});

it('the dictionary of codec 1 is what it was when the first item was written', () => {
  expect(digestOf(dictionary)).toBe('381d24676d3a2acb10d12c56d85ae53789ee8a6ca767c6310ebc2c85fd982504');
});
