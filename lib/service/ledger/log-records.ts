/** LevelDB's form of a log: blocks of records, each a masked CRC-32C, a length, a type and its bytes. */
const blockSize = 32_768;
const headerSize = 7;
/** A record is whole, or the first, a middle or the last piece of one. */
const lastType = 4;

type Header = { readonly from: number; readonly until: number };

/**
 * Returns where the first damaged record of a log begins, or null. What a killed process leaves is no damage: a record
 * at the end that is not whole, with none after it.
 */
export function damageIn(log: Buffer): number | null {
  let at = 0;
  while (at + headerSize <= log.length) {
    const room = blockSize - (at % blockSize);
    const isFilling = room < headerSize || (log.readUInt16LE(at + 4) === 0 && log[at + 6] === 0);
    if (isFilling) {
      at += room;
      continue;
    }
    const record = recordAt(log, at);
    if (record === null) return hasRecordAfter(log, at) ? at : null;
    at = record.until;
  }
  return null;
}

/** LevelDB skips what it cannot read, so one whole record more shows that something is lost before it. */
function hasRecordAfter(log: Buffer, broken: number): boolean {
  for (let at = broken + 1; at + headerSize <= log.length; at += 1)
    if (recordAt(log, at) !== null) return true;
  return false;
}

function recordAt(log: Buffer, from: number): Header | null {
  const type = log[from + 6] ?? 0;
  const until = from + headerSize + log.readUInt16LE(from + 4);
  const room = blockSize - (from % blockSize);
  if (type === 0 || type > lastType || until > log.length || until - from > room) return null;
  return masked(checksum(log.subarray(from + 6, until))) === log.readUInt32LE(from) ? { from, until } : null;
}

/** CRC-32C, which Node does not have; RFC 3720, appendix B.4. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (remainders[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82_f6_3b_78 : crc >>> 1;
  return crc;
});

/** LevelDB turns a checksum and adds to it, since a log may hold checksums itself. */
const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa2_82_ea_d8) >>> 0;
