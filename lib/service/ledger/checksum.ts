/** CRC-32C, which Node does not provide (RFC 3720, appendix B.4): start with `noBytes`, and add byte after byte. */
export const noBytes = -1;
export const withByte = (crc: number, byte: number): number =>
  (crc >>> 8) ^ (remainders[(crc ^ byte) & 0xff] ?? 0);

/** Returns the checksum as LevelDB stores it: inverted, and masked because data may themselves contain checksums. */
export const stored = (crc: number): number => (((~crc >>> 15) | (~crc << 17)) + 0xa2_82_ea_d8) >>> 0;

/** Returns the stored checksum of bytes. */
export function computeChecksum(bytes: Uint8Array): number {
  let crc = noBytes;
  for (let at = 0; at < bytes.length; at += 1) crc = withByte(crc, bytes[at] ?? 0);
  return stored(crc);
}

/** The remainder of each byte, signed as results of bitwise operators are, which is four times as fast. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82_f6_3b_78 : crc >>> 1;
  return crc;
});
