import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { SettingsError } from '../../config/settings/settings-error.ts';

/** Where an export goes. */
export type Sink = {
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** What was written is all. */
  finish(): Promise<void>;
  /** It will not be: nothing of it is left where that can be helped. */
  discard(): Promise<void>;
};

/** Whoever read what was written does not read on, as `head` does. Without a cause: that of a ledger would look the same. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

/** What was written to a stream stays written. */
export function streamSink(stream: NodeJS.WritableStream): Sink {
  let failure: Error | null = null;
  // Without a listener the error of a pipe that is closed would end the process.
  stream.on('error', (error: Error) => {
    failure = error;
  });
  const fail = (error: Error): never => {
    throw isBrokenPipe(error) ? new ReaderGoneError('nobody reads on') : error;
  };
  return {
    async write(text) {
      if (failure !== null) fail(failure);
      if (text === '' || stream.write(text)) return;
      await once(stream, 'drain').catch(fail);
    },
    finish: async () => {
      if (failure !== null) fail(failure);
    },
    discard: async () => {},
  };
}

const isBrokenPipe = (error: Error): boolean =>
  'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');

/**
 * A file that appears when it is whole, so that nobody takes a part of an export for all of it. What goes wrong with
 * it is told without its cause, which could pass for the ledger's.
 */
export async function fileSink(path: string): Promise<Sink> {
  const part = `${path}.part`;
  const orTold = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: Error) => {
      const message = `names a file that cannot be written: ${path} (${error.message})`;
      throw new SettingsError([{ variable: '--out', message }]);
    });
  const file = await orTold(open(part, 'w'));
  return {
    write: (text) => orTold(file.appendFile(text)),
    finish: async () => {
      await orTold(file.sync());
      await file.close();
      await orTold(rename(part, path));
    },
    discard: async () => {
      await file.close();
      await rm(part, { force: true });
    },
  };
}
