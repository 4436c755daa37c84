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
  /** True if an existing file may be replaced. */
  readonly replace: boolean;
  /** The file mode. Default: that of the system. */
  readonly mode?: number;
};

/**
 * Writes a file completely or not at all. Returns false if the file exists and must not be replaced, even if it was
 * created at this moment.
 */
export async function createFile({ path, text, replace, mode }: NewFile): Promise<boolean> {
  const options = mode === undefined ? {} : { mode };
  try {
    if (!replace) {
      await writeFile(path, text, { ...options, flag: 'wx' });
      return true;
    }
    // A running spendwatch that reads the file meanwhile gets the old or the new content.
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
