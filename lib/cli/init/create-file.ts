import { constants } from 'node:fs';
import { access, rename, rm, writeFile } from 'node:fs/promises';

export const exists = (path: string): Promise<boolean> => isAccessible(path, constants.F_OK);
export const canWriteIn = (folder: string): Promise<boolean> => isAccessible(folder, constants.W_OK);

async function isAccessible(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}

export type NewFile = {
  readonly path: string;
  readonly text: string;
  /** Whether one that is there may go. */
  readonly replace: boolean;
  /** Who may read it; by default whoever the system lets. */
  readonly mode?: number;
};

/**
 * Writes a file whole or not at all. Returns false, and leaves it alone, when there is one that must not be
 * replaced, even if it came to be at this moment.
 */
export async function createFile({ path, text, replace, mode }: NewFile): Promise<boolean> {
  const options = mode === undefined ? {} : { mode };
  try {
    if (!replace) {
      await writeFile(path, text, { ...options, flag: 'wx' });
      return true;
    }
    // Whoever reads it meanwhile, as a running spendwatch does, sees the old one or the new one.
    const beside = `${path}.new`;
    await rm(beside, { force: true });
    await writeFile(beside, text, { ...options, flag: 'wx' });
    await rename(beside, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
