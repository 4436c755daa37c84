import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { UsageSamples } from '../../model/facts/usage.ts';
import { Instant } from '../../model/time/time.ts';
import { OtherFormError } from '../ledger.ts';
import { dictionary } from './dictionary.ts';
import { PackedHead, packHead, unpackHead } from './packed-head.ts';
import { PackedMeters, packMeters, unpackMeters } from './packed-meters.ts';
import { PackedObservation, packObservations, unpackObservations } from './packed-observation.ts';
import { PackedUsage, packUsage, unpackUsage } from './packed-usage.ts';
import { PackedUse, packUse, unpackUse } from './packed-use.ts';

/**
 * The version of the stored form. The bytes of a record are this byte, a checksum in four bytes, and JSON deflated with
 * the dictionary. Any change to the meaning of stored bytes requires a new version; bytes of other versions are unreadable.
 */
const version = 8;
const checksumAt = 1;
const headerLength = 5;
/** The maximum inflated size in bytes, far above any head, so that damaged bytes cannot fill the memory. */
const maxOutputLength = 256 * 1_024 * 1_024;

/**
 * Returns the codec of one kind of record from the functions that convert it to JSON values and back. Decoding throws an
 * error that describes what is wrong with the bytes; the caller adds their target.
 */
const createCodec = <T, S extends z.ZodType, R extends T>(
  pack: (value: T) => unknown,
  Packed: S,
  unpack: (packed: z.output<S>) => R,
) => ({
  encode: (value: T): Uint8Array => toBytes(pack(value)),
  decode: (bytes: Uint8Array): R => unpack(Packed.parse(fromBytes(bytes))),
});

/** Observations of one target, oldest first. */
export const { encode: encodeObservations, decode: decodeObservations } = createCodec(
  packObservations,
  z.array(PackedObservation),
  unpackObservations,
);

export const { encode: encodeSampling, decode: decodeSampling } = createCodec(
  ({ at, usage }: UsageSamples) => ({ at, usage: packUsage(usage) }),
  z.object({ at: Instant, usage: PackedUsage }),
  ({ at, usage }) => ({ at, usage: unpackUsage(usage) }),
);

export const { encode: encodeUse, decode: decodeUse } = createCodec(packUse, PackedUse, unpackUse);

export const { encode: encodeHead, decode: decodeHead } = createCodec(packHead, PackedHead, unpackHead);

export const { encode: encodeMeters, decode: decodeMeters } = createCodec(
  packMeters,
  PackedMeters,
  unpackMeters,
);

const dictionaryChecksum = crc32(dictionary);

/**
 * Computes the CRC-32 of the bytes after the checksum and of the dictionary, because another dictionary would change the
 * meaning of the bytes. It detects any damage of up to 32 consecutive bits; the version byte is checked separately.
 */
const computeChecksum = (bytes: Uint8Array): number =>
  crc32(bytes.subarray(headerLength), dictionaryChecksum);

function toBytes(json: unknown): Uint8Array {
  const text = deflateRawSync(JSON.stringify(json), { level: 9, dictionary });
  const bytes = Buffer.concat([Buffer.alloc(headerLength, version), text]);
  bytes.writeUInt32BE(computeChecksum(bytes), checksumAt);
  return bytes;
}

function fromBytes(bytes: Uint8Array): unknown {
  if (bytes.length < headerLength) throw new RangeError('it is truncated');
  if (bytes[0] !== version) throw new OtherFormError(bytes[0] ?? 0, version);
  if (
    new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(checksumAt) !==
    computeChecksum(bytes)
  )
    throw new RangeError('its checksum does not match its bytes, which are damaged or incomplete');
  const text = inflateRawSync(bytes.subarray(headerLength), { dictionary, maxOutputLength });
  return JSON.parse(text.toString());
}
