import { computeChecksum } from './checksum.ts';

/** The log format of LevelDB: blocks of records, each a masked CRC-32C, a length, a type and its bytes. */
const blockSize = 32_768;
const headerSize = 7;
/** Record types: full, first, middle and last. */
const types = { full: 1, first: 2, last: 4 } as const;

type LogRecord = { readonly type: number; readonly bytes: Buffer; readonly until: number };

/** Returns the offset of the first damaged record of a log; `null` if all are whole. */
export function findDamageOffset(log: Buffer): number | null {
  for (const part of readLogRecords(log)) if (typeof part === 'number') return part;
  return null;
}

/** Yields the entries of a log without damage, each joined from its records. */
export function* readLogEntries(log: Buffer): Generator<Buffer> {
  let parts: Buffer[] = [];
  for (const part of readLogRecords(log)) {
    if (typeof part === 'number') return;
    if (part.type === types.full || part.type === types.first) parts = [];
    parts.push(part.bytes);
    if (part.type === types.full || part.type === types.last) yield Buffer.concat(parts);
  }
}

/** Yields the records of a log; at a damaged one, yields its offset and ends. */
function* readLogRecords(log: Buffer): Generator<LogRecord | number> {
  let at = 0;
  while (at + headerSize <= log.length) {
    const room = blockSize - (at % blockSize);
    const isFilling = room < headerSize || (log.readUInt16LE(at + 4) === 0 && log[at + 6] === 0);
    if (isFilling) {
      at += room;
      continue;
    }
    const record = readLogRecord(log, at);
    if (record === null) {
      if (!isPartlyWritten(log, at)) yield at;
      return;
    }
    yield record;
    at = record.until;
  }
}

/**
 * Reports whether the record at an offset is one that was being written last: a killed process leaves its beginning, and
 * a machine without power bytes that were never written, which are zeros. LevelDB leaves out whatever it cannot read.
 */
function isPartlyWritten(log: Buffer, at: number): boolean {
  if (hasLaterRecord(log, at)) return false;
  const until = at + headerSize + log.readUInt16LE(at + 4);
  // A length that is damaged makes a whole record seem cut off.
  const isWhole = computeChecksum(log.subarray(at + 6)) === log.readUInt32LE(at);
  return log[log.length - 1] === 0 || (until > log.length && !isWhole);
}

function hasLaterRecord(log: Buffer, broken: number): boolean {
  for (let at = broken + 1; at + headerSize <= log.length; at += 1)
    if (readLogRecord(log, at) !== null) return true;
  return false;
}

function readLogRecord(log: Buffer, from: number): LogRecord | null {
  const type = log[from + 6] ?? 0;
  const until = from + headerSize + log.readUInt16LE(from + 4);
  const room = blockSize - (from % blockSize);
  if (type === 0 || type > types.last || until > log.length || until - from > room) return null;
  if (computeChecksum(log.subarray(from + 6, until)) !== log.readUInt32LE(from)) return null;
  return { type, bytes: log.subarray(from + headerSize, until), until };
}
