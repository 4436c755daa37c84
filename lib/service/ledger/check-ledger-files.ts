import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { LedgerError } from '../../record/ledger.ts';
import { findDamageOffset } from './log-records.ts';
import { isWholeTable, readTableSizes } from './table-files.ts';

/** The data files of LevelDB. */
const dataFile = /^\d+\.(?:log|ldb|sst)$/;
const tableFile = /^\d+\.(?:ldb|sst)$/;
const ledgerFile = new RegExp(`^CURRENT$|${dataFile.source}`);

/** Returns true if a folder contains a ledger, complete or not. */
export const holdsLedger = async (path: string): Promise<boolean> =>
  (await readdir(path).catch(() => [])).some((name) => ledgerFile.test(name));

/**
 * Opens the database of a folder once to check that it can be used.
 * @throws LedgerError when it cannot, or when a part of it is missing or damaged: LevelDB would then start an empty
 * one, or skip what it cannot read, and delete the files.
 */
export async function checkLedgerFiles(path: string): Promise<void> {
  const damage = await findLedgerDamage(path);
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

/** Returns the damage of the ledger of a folder in words; `null` if it is complete or there is none yet. */
async function findLedgerDamage(path: string): Promise<string | null> {
  const names = await readdir(path);
  if (!names.some((name) => ledgerFile.test(name))) return null;
  if (!names.includes('CURRENT')) return 'the file CURRENT is missing';
  const current = (await readFile(join(path, 'CURRENT'), 'utf8')).trim();
  if (!names.includes(current)) return 'the file CURRENT does not name an existing file';
  const logs = names.filter((name) => name.endsWith('.log'));
  // LevelDB creates the first log right after the first manifest.
  if (logs.length === 0 && current !== 'MANIFEST-000001') return 'the log is missing';
  for (const name of [current, ...logs]) {
    const at = findDamageOffset(await readFile(join(path, name)));
    if (at !== null) return `the file ${name} cannot be read from byte ${at} on`;
  }
  const tables = readTableSizes(await readFile(join(path, current)));
  for (const name of names.filter((file) => tableFile.test(file))) {
    const size = tables.get(Number.parseInt(name, 10));
    // Tables that the manifest does not name are no part of the database, such as one that a killed process began.
    if (size === undefined) continue;
    const table = await readFile(join(path, name));
    if (table.length !== size || !isWholeTable(table)) return `the file ${name} is corrupted`;
  }
  return null;
}

const remedy =
  'Nothing was deleted. Restore the ledger from a backup, or move its folder away and start with an empty one.';

/** Returns the innermost error, which holds the reason. */
function innermost(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  if (error.cause instanceof Error) return innermost(error.cause);
  return { code: 'code' in error ? String(error.code) : '', message: error.message };
}
