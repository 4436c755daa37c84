import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Makes a directory this process's own until the returned function is called. The mark is a socket
 * that only a living process answers, so that nothing needs cleaning up after one that was killed;
 * a process id in a file would be taken for alive in a container, where ids come again.
 * @throws Error when another process on this machine has the directory.
 */
export async function holdDirectory(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true });
  const mark = markOf(path);
  const holder = createServer((socket) => socket.destroy());
  if (!(await canListen(holder, mark))) {
    if (await isAnswered(mark)) throw new Error(`${path} is in use by another process: stop that one first`);
    await rm(mark, { force: true });
    if (!(await canListen(holder, mark))) throw new Error(`${path} was taken at this moment: try again`);
  }
  holder.unref();
  return async () => {
    holder.close();
    await once(holder, 'close');
  };
}

/** In the directory for temporary files, since the path of a socket may have only some 100 characters. */
function markOf(path: string): string {
  const name = `spendwatch-${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\?\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
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
