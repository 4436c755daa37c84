import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Head } from '../model/head.ts';
import type { Sighting } from '../model/observation.ts';
import type { Share } from '../model/share.ts';
import { Instant } from '../model/time.ts';
import type { Sampling } from '../model/usage.ts';
import { type BitReader, type BitWriter, bitReader, bitWriter } from './bits.ts';
import { StoredColumns } from './columns.ts';
import { dictionaryOne } from './dictionary-one.ts';
import { dictionaryTwo } from './dictionary-two.ts';
import { HeadOfOne, PackedHead, packHead, unpackHead, unpackHeadOfOne } from './packed-head.ts';
import { PackedShares, packShares, unpackShares } from './packed-shares.ts';
import { PackedSighting, packSightings, unpackSightings } from './packed-sighting.ts';
import { packUsage, unpackUsage } from './packed-usage.ts';
import { upgradeHead, upgradeSighting } from './upgrade-one.ts';
import { upgradeHeadOfTwo } from './upgrade-two.ts';

/**
 * The bytes of a head or a sample: this byte, the length of the bits in four bytes, the bits, and
 * JSON deflated with the dictionary. Whatever changes what old bytes mean takes a codec of its own.
 */
const codec = 4;
/** Older bytes are read as long as there may be any: history is kept for 35 days, a head until it is committed anew. */
const dictionaries: ReadonlyMap<number | undefined, Uint8Array> = new Map([
  [1, dictionaryOne],
  [2, dictionaryTwo],
  [3, dictionaryTwo],
  [codec, dictionaryTwo],
]);
const headerLength = 5;
/** Far above any head: damaged bytes must not fill the memory. */
const maxOutputLength = 256 * 1_024 * 1_024;

/** Sightings of one target, oldest first. */
export function encodeSightings(sightings: readonly Sighting[]): Uint8Array {
  const bits = bitWriter();
  return toBytes(packSightings(sightings, bits), bits);
}

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeSightings(bytes: Uint8Array): Sighting[] {
  const { json, bits } = fromBytes(bytes);
  return unpackSightings(z.array(PackedSighting).parse(sightingsIn(json, bytes[0])), bits);
}

/** Before codec 4 a sample was of one look. */
const sightingsIn = (json: unknown, by: number | undefined): unknown =>
  by === 1 ? [upgradeSighting(json)] : by === 2 || by === 3 ? [json] : json;

export function encodeSampling({ at, usage }: Sampling): Uint8Array {
  const bits = bitWriter();
  return toBytes({ at, usage: packUsage(usage, [], bits) }, bits);
}

const PackedSampling = z.object({ at: Instant, usage: StoredColumns });

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeSampling(bytes: Uint8Array): Sampling {
  const { json, bits } = fromBytes(bytes);
  const { at, usage } = PackedSampling.parse(json);
  return { at, usage: unpackUsage(usage, [], bits) };
}

export function encodeHead(head: Head): Uint8Array {
  const bits = bitWriter();
  return toBytes(packHead(head, bits), bits);
}

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeHead(bytes: Uint8Array): Head {
  const { json, bits } = fromBytes(bytes);
  if (bytes[0] === 1) return unpackHeadOfOne(HeadOfOne.parse(upgradeHeadOfTwo(upgradeHead(json))), bits);
  return unpackHead(PackedHead.parse(bytes[0] === 2 ? upgradeHeadOfTwo(json) : json), bits);
}

export function encodeShares(shares: readonly Share[]): Uint8Array {
  const bits = bitWriter();
  return toBytes(packShares([shares], bits), bits);
}

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeShares(bytes: Uint8Array): Share[] {
  const { json, bits } = fromBytes(bytes);
  return unpackShares(PackedShares.parse(json), bits).flat();
}

function toBytes(json: unknown, bits: BitWriter): Uint8Array {
  const numbers = bits.bytes();
  const header = Buffer.alloc(headerLength, codec);
  header.writeUInt32BE(numbers.length, 1);
  return Buffer.concat([
    header,
    numbers,
    deflateRawSync(JSON.stringify(json), { level: 9, dictionary: dictionaryTwo }),
  ]);
}

function fromBytes(bytes: Uint8Array): { json: unknown; bits: BitReader } {
  const dictionary = dictionaries.get(bytes[0]);
  if (dictionary === undefined)
    throw new RangeError(`it is in codec ${bytes[0]}, and none above ${codec} is known here`);
  if (bytes.length < headerLength) throw new RangeError('it is cut off');
  const end = headerLength + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(1);
  const text = inflateRawSync(bytes.subarray(end), { dictionary, maxOutputLength });
  return { json: JSON.parse(text.toString()), bits: bitReader(bytes.subarray(headerLength, end)) };
}
