import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { LedgerError } from '../../record/ledger.ts';
import { damageIn } from './log-records.ts';

/** What LevelDB keeps data in. */
const dataFile = /^\d+\.(?:log|ldb|sst)$/;
const ledgerFile = new RegExp(`^CURRENT$|${dataFile.source}`);

/** Whether anything of a ledger is in a folder, whole or not. */
export const holdsLedger = async (path: string): Promise<boolean> =>
  (await readdir(path).catch(() => [])).some((name) => ledgerFile.test(name));

/**
 * Opens the database of a folder once, as its holder, to find out whether it can be used.
 * @throws LedgerError when it cannot, or when a part of it is missing or damaged: LevelDB would begin an empty one in
 * its place, or leave out what it cannot read, and delete the files.
 */
export async function checkLedgerFiles(path: string): Promise<void> {
  const unsupported = await unsupportedOf(path);
  if (unsupported !== null)
    throw new LedgerError(`the ledger in ${path} is damaged: ${unsupported}\n${wayOn}`);
  const level = new ClassicLevel(path);
  try {
    await level.open();
    await level.close();
  } catch (error) {
    const { code, message } = innermost(error);
    const advice = code === 'LEVEL_CORRUPTION' ? wayOn : 'Nothing in it was deleted.';
    throw new LedgerError(`the ledger in ${path} cannot be opened: ${message}\n${advice}`, { cause: error });
  }
}

/** What a folder with a ledger in it lacks to be one; `null` where all is there, or nothing yet. */
async function unsupportedOf(path: string): Promise<string | null> {
  const names = await readdir(path);
  if (!names.some((name) => ledgerFile.test(name))) return null;
  if (!names.includes('CURRENT')) return 'its file CURRENT is missing';
  const current = (await readFile(join(path, 'CURRENT'), 'utf8')).trim();
  if (!names.includes(current)) return 'its file CURRENT names no other file of it';
  const logs = names.filter((name) => name.endsWith('.log'));
  // Its first log comes right after the first manifest.
  if (logs.length === 0 && current !== 'MANIFEST-000001') return 'its log is missing';
  for (const name of [current, ...logs]) {
    const at = damageIn(await readFile(join(path, name)));
    if (at !== null) return `its file ${name} cannot be read from byte ${at} on`;
  }
  return null;
}

const wayOn =
  'Nothing in it was deleted: put it back from a copy, or keep it aside and begin with another folder.';

/** Beneath the database's own "could not be opened" lies the reason. */
function innermost(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  if (error.cause instanceof Error) return innermost(error.cause);
  return { code: 'code' in error ? String(error.code) : '', message: error.message };
}
