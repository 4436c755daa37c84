import { describe, expect, it } from 'vitest';
import {
  decodeHead,
  decodeMeters,
  decodeObservations,
  decodeSampling,
  encodeHead,
  encodeMeters,
  encodeObservations,
  encodeSampling,
} from '../../lib/record/packing/codec.ts';
import { aFleet, aHeadOf } from '../support/builders/fleet-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anObservation, noon, usageUntil } from '../support/builders/observation-builders.ts';

const fleet = aFleet(20);
const unseen = aHead({ seq: 2, failedPolls: 3 });

describe.each([
  ['a head', encodeHead(aHeadOf(fleet)), decodeHead],
  ['a head that was never seen', encodeHead(unseen), decodeHead],
  ['a sample', encodeObservations([anObservation({ resources: fleet })]), decodeObservations],
  ['usage samples', encodeSampling({ at: noon, usage: [usageUntil(noon, [1, 2])] }), decodeSampling],
  ['a rollup', encodeMeters([aMeter('day', noon)]), decodeMeters],
] as const)('invariant 18: %s', (_, bytes, decode) => {
  it('cannot be read after any one of its bits was flipped', () => {
    expect(() => decode(bytes)).not.toThrow();
    const survivors: number[] = [];
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        decode(flipped);
        survivors.push(bit);
      } catch (error) {
        expect(String(error)).toMatch(/checksum|version/);
      }
    }
    expect(survivors).toEqual([]);
  });

  it('cannot be read when it is cut off at any byte', () => {
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decode(bytes.subarray(0, length))).toThrow(/truncated|checksum/);
  });
});
