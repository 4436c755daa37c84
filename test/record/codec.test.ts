import { describe, expect, it } from 'vitest';
import { decodeHead, encodeHead } from '../../lib/record/codec.ts';
import { dictionaryOne } from '../../lib/record/dictionary-one.ts';
import { dictionaryTwo } from '../../lib/record/dictionary-two.ts';
import { headItems } from '../../lib/record/head-item.ts';
import { digestOf } from '../../lib/record/keys.ts';
import { sampleItems } from '../../lib/record/sample-item.ts';
import { aFleet, aHeadOf, longId, shortId } from '../support/fleet-builders.ts';
import { writeUnits } from '../support/item-size.ts';
import { aSighting, aVm, lab } from '../support/sighting-builders.ts';
import { headOfCodecOne } from './head-of-codec-one.ts';

describe('100 VMs', () => {
  it.each([
    { ids: 'short', idOf: shortId, units: 1 },
    { ids: 'long', idOf: longId, units: 3 },
  ])('with $ids ids take $units write units in a head, and as many in a sample', ({ idOf, units }) => {
    const resources = aFleet(100, idOf);
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(units);
    expect(sampleItems(lab, [aSighting({ resources })]).map(writeUnits)).toEqual([units]);
  });

  it('that cost a price of their own each take no more than those of a few sizes', () => {
    const resources = aFleet(100).map((vm, index) => aVm({ ...vm, price: `0.${1_364 + index}` }));
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(1);
  });
});

it.each([
  [1, dictionaryOne, '381d24676d3a2acb10d12c56d85ae53789ee8a6ca767c6310ebc2c85fd982504'],
  [2, dictionaryTwo, '6da3e57e0bfd5546d63f82dc1c5eae1f1f2236476548918513b7ed83c6d1b77c'],
])('the dictionary of codec %i is what it was when the first item was written', (_, dictionary, digest) => {
  expect(digestOf(dictionary)).toBe(digest);
});

describe('a head that codec 1 wrote', () => {
  const bytes = Buffer.from(headOfCodecOne, 'base64');

  it('is read with its figures, its messages and its alerts as those of today', () => {
    const head = decodeHead(bytes);
    expect(head).toMatchObject({ target: lab, seq: 5, lacking: [], days: null });
    const [idle, budget] = head.outbox.flatMap(({ notices }) => notices).toReversed();
    expect(budget).toMatchObject({ kind: 'alert', figures: { kind: 'budget' } });
    expect(idle).toMatchObject({
      kind: 'alert',
      figures: { kind: 'idle' },
      next: { kind: 'act', act: 'stop' },
    });
    expect(head.alerts.map(({ kind, phase }) => `${kind} ${phase}`).sort()).toEqual([
      'budget firing',
      'idle firing',
    ]);
    const { sighting } = head;
    if (sighting?.kind !== 'project') throw new TypeError('not a project');
    expect(sighting.spend?.amount.toFixed()).toBe('12.345678901234567890123');
    expect(sighting.usage[0]?.points).toHaveLength(48);
    expect(sighting.usage[0]?.points[0]).toEqual({
      at: expect.any(Number),
      cpu: 5,
      network: 200,
      disk: null,
      answers: null,
    });
  });

  it('is written by the codec of today, and comes back as it was read', () => {
    const head = decodeHead(bytes);
    expect(encodeHead(head)[0]).toBe(4);
    expect(decodeHead(encodeHead(head))).toEqual(head);
  });

  it('of a codec that is to come is refused with a word about it', () => {
    expect(() => decodeHead(Uint8Array.of(9, ...bytes.subarray(1)))).toThrow(
      'it is in codec 9, and none above 4',
    );
  });
});
