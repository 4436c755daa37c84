import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { LedgerError } from '../../record/ledger.ts';
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
    const by = await holderAt(mark, path);
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
    if (hasCode(error, 'EADDRINUSE')) return false;
    throw error;
  }
}

/** A holder answers between two steps of its work, of which even a large ledger has none that takes this long. */
const answersWithin = 10_000;

/** Who answers at the mark; `null` when nobody does. @throws LedgerError when somebody is there and says nothing. */
async function holderAt(mark: string, path: string): Promise<Hold | null> {
  const socket = connect(mark);
  const silent = new LedgerError(
    `${path} is held by a process that does not answer in ${answersWithin / 1_000} s: resume it if it is stopped, or end it`,
  );
  const patience = setTimeout(() => socket.destroy(silent), answersWithin);
  try {
    await once(socket, 'connect');
    // Whoever ends while it says so is there no longer: to ask again shows who is.
    return (await text(socket)) === 'stays' ? 'stays' : 'passes';
  } catch (error) {
    if (error === silent) throw silent;
    if (hasCode(error, 'ECONNRESET', 'EPIPE')) return 'passes';
    // A mark at which too many are waiting is not left over.
    return hasCode(error, 'ECONNREFUSED', 'ENOENT') ? null : 'stays';
  } finally {
    clearTimeout(patience);
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
