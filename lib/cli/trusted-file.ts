import { constants, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { shownName } from '../config/settings/may-be-key.ts';
import { wrongSetting } from '../config/settings/settings-error.ts';
import { seconds } from '../model/time/time.ts';
import { InterruptedError } from './interrupted.ts';
import type { Process } from './process.ts';

/** The most bytes of a file of settings. */
export const largestFile = 1_048_576;

/** The owner, mode and kind of a file of settings, which decide whether it is trusted. */
type Guarded = Pick<Stats, 'uid' | 'mode'> & { isFile(): boolean };

/**
 * Returns why a file is not trusted to decide where keys are sent, as `ssh` judges its configuration; `null` where it is.
 * @param user the user of this process; `undefined` on Windows, which has no such permissions
 */
export function doubtOf(stats: Guarded, user: number | undefined, shown: string): string | null {
  if (!stats.isFile()) return 'is not a regular file';
  if (user === undefined) return null;
  if (stats.uid !== 0 && stats.uid !== user) return `belongs to another user (uid ${stats.uid})`;
  if ((stats.mode & 0o022) !== 0) return `can be changed by other users: run chmod go-w ${shown}`;
  return null;
}

type Reader = Pick<Process, 'clock' | 'signal'> & { readonly stderr?: Process['stderr'] };

type Asked = {
  readonly file: string;
  /** True if the user named the file. One that was found in the current folder must be a regular file. */
  readonly isNamed: boolean;
};

/** A file of settings, and why it is not trusted where it was only found. */
export type TrustedFile = { readonly text: string; readonly stats: Stats; readonly doubt: string | null };

/**
 * Reads a file of settings; `null` where there is none. Of a file that the user named, a doubt is a warning.
 * @throws SettingsError for a file that is not regular, too large or unreadable @throws InterruptedError
 */
export async function readTrustedFile(
  { clock, signal, stderr }: Reader,
  { file, isNamed }: Asked,
): Promise<TrustedFile | null> {
  const shown = shownName(file);
  const judge = (stats: Stats) => {
    const doubt = doubtOf(stats, process.getuid?.(), shown);
    if (!isNamed && !stats.isFile()) throw wrongSetting(shown, `${doubt}`);
    return doubt;
  };
  try {
    // Judged by its name first, since opening a device may have an effect, and again as it was opened.
    judge(await stat(file));
    return await opened(file, async (handle, stats) => {
      const doubt = judge(stats);
      if (doubt !== null && isNamed) stderr?.write(`Warning: ${shown} ${doubt}\n`);
      return { text: await textOf(handle, stats, { clock, signal, shown }), stats, doubt };
    });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code === 'ENOENT') return null;
    throw wrongSetting(shown, 'cannot be read', { cause });
  }
}

/** Reports whether a file lies in a folder or below it, after links are resolved. One that does not exist lies where its name says. */
export function liesIn(folder: string, file: string): boolean {
  const path = relative(realPathOf(folder), realPathOf(file));
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/**
 * Reads a file that need not be trusted, such as a policy, and a pipe as it is written.
 * @throws SettingsError for a file that is too large @throws InterruptedError
 */
export const readPatiently = (file: string, reader: Pick<Process, 'clock' | 'signal'>): Promise<string> =>
  opened(file, (handle, stats) => textOf(handle, stats, { ...reader, shown: shownName(file) }));

/** Opens a file. A pipe without a writer would otherwise block a thread, and with it the end of the process. */
async function opened<T>(file: string, read: (handle: FileHandle, stats: Stats) => Promise<T>): Promise<T> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await read(handle, await handle.stat());
  } finally {
    await handle.close();
  }
}

type Reading = Pick<Process, 'clock' | 'signal'> & { readonly shown: string };

/** Reads a file to its end, and a pipe to the end of what its writer writes. */
async function textOf(handle: FileHandle, stats: Stats, { clock, signal, shown }: Reading): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  while (!signal.aborted) {
    const piece = await readPiece(handle);
    const isWaiting = piece === null || (piece.length === 0 && length === 0 && stats.isFIFO());
    if (isWaiting) {
      await clock.sleep(seconds(0.02), signal);
      continue;
    }
    if (piece.length === 0) return Buffer.concat(pieces).toString('utf8');
    pieces.push(piece);
    length += piece.length;
    if (length > largestFile) throw wrongSetting(shown, `is larger than ${largestFile} bytes`);
  }
  throw new InterruptedError('interrupted');
}

/** Returns the next piece of a file, empty at its end; `null` where a pipe or a device has none yet. */
async function readPiece(handle: FileHandle): Promise<Buffer | null> {
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(65_536), 0, 65_536, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    throw error;
  }
}
