import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { LedgerError } from '../../record/ledger.ts';

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

/** The data files of LevelDB. */
const dataFile = /^\d+\.(?:log|ldb|sst)$/;
const ledgerFile = new RegExp(`^CURRENT$|${dataFile.source}`);

/** Reports whether a folder contains a ledger, complete or not. */
export const holdsLedger = async (path: string): Promise<boolean> =>
  (await readdir(path).catch(() => [])).some((name) => ledgerFile.test(name));

/**
 * Opens the database of a folder once to check that it can be used.
 * @throws LedgerError when it cannot, or when a part of it is missing or damaged: LevelDB would then start an empty
 * one, or skip what it cannot read, and delete the files.
 */
export async function checkLedgerFiles(path: string): Promise<void> {
  const damage = await damageOf(path);
  if (damage !== null) throw new LedgerError(`the ledger in ${path} is damaged: ${damage}\n${remedy}`);
  const level = new ClassicLevel(path);
  try {
    await level.open();
    await level.close();
  } catch (error) {
    const { code, message } = innermost(error);
    const advice = code === 'LEVEL_CORRUPTION' ? remedy : 'Nothing was deleted.';
    throw new LedgerError(`the ledger in ${path} cannot be opened: ${message}\n${advice}`, { cause: error });
  }
}

/** Returns what is missing or damaged in the ledger of a folder; `null` where it is complete or there is none yet. */
async function damageOf(path: string): Promise<string | null> {
  const names = await readdir(path);
  if (!names.some((name) => ledgerFile.test(name))) return null;
  if (!names.includes('CURRENT')) return 'the file CURRENT is missing';
  const current = (await readFile(join(path, 'CURRENT'), 'utf8')).trim();
  if (!names.includes(current)) return 'the file CURRENT does not name an existing file';
  const logs = names.filter((name) => name.endsWith('.log'));
  // LevelDB creates the first log right after the first manifest.
  if (logs.length === 0 && current !== 'MANIFEST-000001') return 'the log is missing';
  for (const name of [current, ...logs]) {
    const at = damageIn(await readFile(join(path, name)));
    if (at !== null) return `the file ${name} cannot be read from byte ${at} on`;
  }
  return null;
}

const remedy =
  'Nothing was deleted: restore it from a backup, or move it away and start with an empty folder.';

/** Returns the innermost error, which holds the reason. */
function innermost(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  if (error.cause instanceof Error) return innermost(error.cause);
  return { code: 'code' in error ? String(error.code) : '', message: error.message };
}
