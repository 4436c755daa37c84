import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { LedgerError } from '../../record/ledger.ts';
import { socketPath } from './socket-path.ts';

/** How long a directory is held: `stays` until the process is stopped, `passes` only briefly, as for a command that reads. */
export type Hold = 'stays' | 'passes';

/** Thrown if another process holds the directory. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly by: Hold;

  constructor(message: string, by: Hold) {
    super(message);
    this.by = by;
  }
}

/**
 * Holds a directory for this process until the returned function is called. The lock is a socket that only a living
 * process answers, so that a killed process leaves nothing to clean up; a process ID in a file would be unreliable in
 * containers, where IDs are reused.
 * @throws FolderInUseError when another process on this machine holds the directory.
 * @throws LedgerError when that process does not answer, or this one cannot write there.
 */
export async function holdDirectory(path: string, as: Hold = 'stays'): Promise<() => Promise<void>> {
  try {
    return await hold(path, as);
  } catch (cause) {
    if (cause instanceof FolderInUseError || cause instanceof LedgerError) throw cause;
    const because = cause instanceof Error ? cause.message : String(cause);
    throw new LedgerError(`${path} cannot be used for the ledger: ${because}`, { cause });
  }
}

async function hold(path: string, as: Hold): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const mark = socketPath(path, 'in-use');
  const holder = createServer((socket) => socket.on('error', () => {}).end(as));
  if (!(await canListen(holder, mark))) {
    const by = await findHolder(mark, path);
    if (by !== null)
      throw new FolderInUseError(`${path} is in use by another process: stop that process first`, by);
    await rm(mark, { force: true });
    if (!(await canListen(holder, mark)))
      throw new FolderInUseError(`${path} was just locked by another process: try again`, 'passes');
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
    if (hasCode(error, 'EADDRINUSE')) return false;
    throw error;
  }
}

/** Milliseconds to wait for the holder, which answers between two steps of its work; no step takes this long. */
const answersWithin = 10_000;

/** Returns how the process at the socket holds the directory; `null` if there is none. @throws LedgerError without a reply. */
async function findHolder(mark: string, path: string): Promise<Hold | null> {
  const socket = connect(mark);
  const silent = new LedgerError(
    `${path} is held by a process that did not answer within ${answersWithin / 1_000} s: resume it if it is suspended, or end it`,
  );
  const patience = setTimeout(() => socket.destroy(silent), answersWithin);
  try {
    await once(socket, 'connect');
    // A holder that ends while it answers is gone; another attempt shows the current one.
    return (await text(socket)) === 'stays' ? 'stays' : 'passes';
  } catch (error) {
    if (error === silent) throw silent;
    if (hasCode(error, 'ECONNRESET', 'EPIPE')) return 'passes';
    // A socket with too many waiting connections is not stale.
    return hasCode(error, 'ECONNREFUSED', 'ENOENT') ? null : 'stays';
  } finally {
    clearTimeout(patience);
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
