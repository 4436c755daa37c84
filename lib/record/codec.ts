import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Head } from '../model/head.ts';
import type { Sighting } from '../model/observation.ts';
import type { Share } from '../model/share.ts';
import { Instant } from '../model/time.ts';
import type { Sampling } from '../model/usage.ts';
import { type BitReader, type BitWriter, bitReader, bitWriter } from './bits.ts';
import { StoredColumns } from './columns.ts';
import { dictionary } from './dictionary.ts';
import { PackedHead, packHead, unpackHead } from './packed-head.ts';
import { PackedShares, packShares, unpackShares } from './packed-shares.ts';
import { PackedSighting, packSightings, unpackSightings } from './packed-sighting.ts';
import { packUsage, unpackUsage } from './packed-usage.ts';

/**
 * The version of the stored form. The bytes of a head or a sample are this byte, the length of the bits in
 * four bytes, the bits, and JSON deflated with the dictionary. Whatever changes what stored bytes mean takes
 * the next version; bytes of any other are unreadable.
 */
const version = 1;
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
  return unpackSightings(z.array(PackedSighting).parse(json), bits);
}

export function encodeSampling({ at, usage }: Sampling): Uint8Array {
  const bits = bitWriter();
  return toBytes({ at, usage: packUsage(usage, bits) }, bits);
}

const PackedSampling = z.object({ at: Instant, usage: StoredColumns });

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeSampling(bytes: Uint8Array): Sampling {
  const { json, bits } = fromBytes(bytes);
  const { at, usage } = PackedSampling.parse(json);
  return { at, usage: unpackUsage(usage, bits) };
}

export function encodeHead(head: Head): Uint8Array {
  const bits = bitWriter();
  return toBytes(packHead(head, bits), bits);
}

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeHead(bytes: Uint8Array): Head {
  const { json, bits } = fromBytes(bytes);
  return unpackHead(PackedHead.parse(json), bits);
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
  const header = Buffer.alloc(headerLength, version);
  header.writeUInt32BE(numbers.length, 1);
  return Buffer.concat([header, numbers, deflateRawSync(JSON.stringify(json), { level: 9, dictionary })]);
}

function fromBytes(bytes: Uint8Array): { json: unknown; bits: BitReader } {
  if (bytes.length < headerLength) throw new RangeError('it is cut off');
  if (bytes[0] !== version)
    throw new RangeError(`it is stored in version ${bytes[0]}, and only version ${version} is known here`);
  const end = headerLength + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(1);
  const text = inflateRawSync(bytes.subarray(end), { dictionary, maxOutputLength });
  return { json: JSON.parse(text.toString()), bits: bitReader(bytes.subarray(headerLength, end)) };
}
