import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dictionaryTwo } from '../../lib/record/dictionary-two.ts';

const dictionary = dictionaryTwo;

/** Bytes with their JSON changed, marked as those of codec 2 or 3. */
export function ofCodec(codec: 2 | 3, bytes: Uint8Array, change: (json: unknown) => unknown): Uint8Array {
  const end = 5 + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(1);
  const json: unknown = JSON.parse(inflateRawSync(bytes.subarray(end), { dictionary }).toString());
  const body = deflateRawSync(JSON.stringify(change(json)), { dictionary });
  return Buffer.concat([Uint8Array.of(codec), bytes.subarray(1, end), body]);
}
