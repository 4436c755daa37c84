import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { socketPath } from './socket-path.ts';

/** Whether a process keeps a directory until it is stopped, or for a moment, as a command that reads does. */
export type Hold = 'stays' | 'passes';

/** Someone else has the directory; the message says all. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly by: Hold;

  constructor(message: string, by: Hold) {
    super(message);
    this.by = by;
  }
}

/**
 * Makes a directory this process's own until the returned function is called. The mark is a socket
 * that only a living process answers, so that nothing needs cleaning up after one that was killed;
 * a process id in a file would be taken for alive in a container, where ids come again.
 * @throws FolderInUseError when another process on this machine has the directory.
 */
export async function holdDirectory(path: string, as: Hold = 'stays'): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const mark = socketPath(path, 'in-use');
  const holder = createServer((socket) => socket.on('error', () => {}).end(as));
  if (!(await canListen(holder, mark))) {
    const by = await holderAt(mark);
    if (by !== null)
      throw new FolderInUseError(`${path} is in use by another process: stop that one first`, by);
    await rm(mark, { force: true });
    if (!(await canListen(holder, mark)))
      throw new FolderInUseError(`${path} was taken at this moment: try again`, 'passes');
  }
  holder.unref();
  return async () => {
    holder.close();
    await once(holder, 'close');
  };
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

/** Who answers at the mark; `null` when nobody does. */
async function holderAt(mark: string): Promise<Hold | null> {
  const socket = connect(mark);
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  // It may end while it says so, or stop halfway: then it is not known to be there for a moment only.
  const said = await text(socket).catch(() => '');
  return said === 'passes' ? 'passes' : 'stays';
}
