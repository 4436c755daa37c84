/** The log format of LevelDB: blocks of records, each a masked CRC-32C, a length, a type and its bytes. */
const blockSize = 32_768;
const headerSize = 7;
/** Record types: full, first, middle and last. */
const lastType = 4;

type Header = { readonly from: number; readonly until: number };

/**
 * Returns the offset of the first damaged record of a log, or null. An incomplete record at the end is no damage: a
 * killed process leaves one.
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

/** Reports whether a complete record follows; LevelDB skips unreadable records, so something before it is lost. */
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

/** Computes CRC-32C, which Node does not provide; RFC 3720, appendix B.4. */
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

/** Masks a checksum as LevelDB does, because a log may itself contain checksums. */
const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa2_82_ea_d8) >>> 0;
