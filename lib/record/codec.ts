import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { Head } from '../model/head.ts';
import type { Sighting } from '../model/observation.ts';
import { type BitReader, type BitWriter, bitReader, bitWriter } from './bits.ts';
import { dictionary } from './dictionary.ts';
import { PackedSighting, packSighting, unpackSighting } from './packed-sighting.ts';

/**
 * The bytes of a head or a sample: this byte, the length of the bits in four bytes, the bits, and
 * JSON deflated with the dictionary. Whatever changes what old bytes mean takes a codec of its own.
 */
const codec = 1;
const headerLength = 5;
/** Far above any head: damaged bytes must not fill the memory. */
const maxOutputLength = 256 * 1_024 * 1_024;

const HeadFacts = Head.omit({ sighting: true });
const PackedHead = HeadFacts.extend({ sighting: PackedSighting.nullable() });

export function encodeSighting(sighting: Sighting): Uint8Array {
  const bits = bitWriter();
  return toBytes(packSighting(sighting, bits), bits);
}

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeSighting(bytes: Uint8Array): Sighting {
  const { json, bits } = fromBytes(bytes);
  return unpackSighting(PackedSighting.parse(json), bits);
}

export function encodeHead({ sighting, ...facts }: Head): Uint8Array {
  const bits = bitWriter();
  const packed = sighting && packSighting(sighting, bits);
  return toBytes({ ...z.encode(HeadFacts, facts), sighting: packed }, bits);
}

/** @throws an error that says what is wrong with the bytes, to a caller that knows whose they are. */
export function decodeHead(bytes: Uint8Array): Head {
  const { json, bits } = fromBytes(bytes);
  const { sighting, ...facts } = PackedHead.parse(json);
  return { ...facts, sighting: sighting && unpackSighting(sighting, bits) };
}

function toBytes(json: unknown, bits: BitWriter): Uint8Array {
  const numbers = bits.bytes();
  const header = Buffer.alloc(headerLength, codec);
  header.writeUInt32BE(numbers.length, 1);
  return Buffer.concat([header, numbers, deflateRawSync(JSON.stringify(json), { level: 9, dictionary })]);
}

function fromBytes(bytes: Uint8Array): { json: unknown; bits: BitReader } {
  if (bytes[0] !== codec) throw new RangeError(`it is in codec ${bytes[0]}, and only ${codec} is known here`);
  if (bytes.length < headerLength) throw new RangeError('it is cut off');
  const end = headerLength + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(1);
  const text = inflateRawSync(bytes.subarray(end), { dictionary, maxOutputLength });
  return { json: JSON.parse(text.toString()), bits: bitReader(bytes.subarray(headerLength, end)) };
}
