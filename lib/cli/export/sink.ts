import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { wrongSetting } from '../../config/settings/settings-error.ts';

/** The output of an export. */
export type Sink = {
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Completes the output. */
  finish(): Promise<void>;
  /** Discards the written data, where possible. */
  discard(): Promise<void>;
};

/**
 * Thrown when the reader of a pipe, such as `head`, has closed it. It has no cause, which could pass for the ledger's.
 */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

/** Returns a sink on a stream, which cannot discard anything. */
export function streamSink(stream: NodeJS.WritableStream): Sink {
  let failure: Error | null = null;
  // Without a listener, the error of a closed pipe would end the process.
  stream.on('error', (error: Error) => {
    failure = error;
  });
  const fail = (error: Error): never => {
    throw isBrokenPipe(error) ? new ReaderGoneError('the reader is gone') : error;
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
 * Opens a file that appears only when it is complete, so that a partial export is never mistaken for a full one. Its
 * errors carry no cause, so that callers do not mistake them for errors of the ledger.
 */
export async function fileSink(path: string): Promise<Sink> {
  const part = `${path}.part`;
  const orSettingsError = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: Error) => {
      const message = `names a file that cannot be written: ${path} (${error.message})`;
      throw wrongSetting('--out', message);
    });
  const file = await orSettingsError(open(part, 'w'));
  return {
    write: (text) => orSettingsError(file.appendFile(text)),
    finish: async () => {
      await orSettingsError(file.sync());
      await file.close();
      await orSettingsError(rename(part, path));
    },
    discard: async () => {
      await file.close();
      await rm(part, { force: true });
    },
  };
}
