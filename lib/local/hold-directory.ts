import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory this process's own until the returned function is called. What a process that
 * was killed left behind is taken over.
 * @throws Error when another process that still runs has it.
 */
export async function holdDirectory(path: string): Promise<() => Promise<void>> {
  const file = `${path}.pid`;
  await mkdir(dirname(path), { recursive: true });
  if (!(await claim(file))) {
    const holder = Number(await readFile(file, 'utf8'));
    if (isAlive(holder)) {
      throw new Error(
        `${path} is in use by process ${holder}. Stop that one first; if it is not spendwatch, delete ${file}.`,
      );
    }
    await rm(file, { force: true });
    if (!(await claim(file)))
      throw new Error(`${path} was taken by another process at this moment. Try again.`);
  }
  return () => rm(file, { force: true });
}

async function claim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return codeOf(error) === 'EPERM';
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
