import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Someone else has the directory; the message says all. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Makes a directory this process's own until the returned function is called. The mark is a socket
 * that only a living process answers, so that nothing needs cleaning up after one that was killed;
 * a process id in a file would be taken for alive in a container, where ids come again.
 * @throws FolderInUseError when another process on this machine has the directory.
 */
export async function holdDirectory(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true });
  const mark = markOf(path);
  const holder = createServer((socket) => socket.destroy());
  if (!(await canListen(holder, mark))) {
    if (await isAnswered(mark))
      throw new FolderInUseError(`${path} is in use by another process: stop that one first`);
    await rm(mark, { force: true });
    if (!(await canListen(holder, mark)))
      throw new FolderInUseError(`${path} was taken at this moment: try again`);
  }
  holder.unref();
  return async () => {
    holder.close();
    await once(holder, 'close');
  };
}

/** A path of a socket may have some 100 characters, on macOS 103. */
const longestSocket = 100;

/**
 * In the directory itself, where whoever comes to it looks too: cron and a service manager often have a
 * directory for temporary files of their own. That is for paths that are too long only.
 */
function markOf(path: string): string {
  const within = join(resolve(path), 'in-use.sock');
  const name = `spendwatch-${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\?\\pipe\\${name}`;
  return Buffer.byteLength(within) <= longestSocket ? within : join(tmpdir(), `${name}.sock`);
}

async function canListen(server: Server, mark: string): Promise<boolean> {
  server.listen(mark);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function isAnswered(mark: string): Promise<boolean> {
  const socket = connect(mark);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
