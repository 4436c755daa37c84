import { expect, it } from 'vitest';
import { decodeHead, decodeSightings, encodeHead, encodeSightings } from '../../lib/record/codec.ts';
import { aFleet } from '../support/fleet-builders.ts';
import { aHead, aSighting, lab, noon, usageUntil } from '../support/sighting-builders.ts';
import { ofCodec } from './of-codec.ts';

const resources = aFleet(3);
const sighting = aSighting({
  resources,
  usage: resources.map(({ id }) => usageUntil(noon, [1, 'missing', 99.9], id)),
});

it('a sample that codec 3 wrote, of one look with what monitors told in it, is read whole', () => {
  const old = ofCodec(3, encodeSightings([sighting]), (json) => (Array.isArray(json) ? json[0] : json));
  expect(decodeSightings(old)).toEqual([sighting]);
});

it('a head that codec 3 wrote holds its sighting, and no looks that wait', () => {
  const head = aHead({ target: lab, seq: 7, sighting });
  expect(decodeHead(ofCodec(3, encodeHead(head), (json) => json))).toEqual(head);
});
