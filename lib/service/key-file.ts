import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { shownName } from '../config/settings/may-be-key.ts';
import { ApiKeyError, type KeyReaders } from '../jobs/api-key.ts';

/** The maximum number of bytes read of a key file, more than any key has. */
const longestKey = 16_384;

/**
 * Reads keys from files that only their owner may read. `credentials` is the folder of systemd's service credentials,
 * which an access control list shares so that they appear to be readable by the group.
 */
export const keyFiles = (credentials: string | undefined): KeyReaders => ({
  file: async (path) => {
    // A pipe without a writer would otherwise block a thread, and with it the end of the process.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
      (cause: unknown) => {
        throw new ApiKeyError(`cannot read the key file ${shownName(path)}: ${describeOpenFailure(cause)}`, {
          cause,
        });
      },
    );
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new ApiKeyError(`the key file ${shownName(path)} is not a regular file`);
      const isGuarded = credentials !== undefined && dirname(resolve(path)) === resolve(credentials);
      // Windows has no such permissions; Node invents some.
      if (process.platform !== 'win32' && !isGuarded && (stats.mode & 0o077) !== 0)
        throw new ApiKeyError(
          `the key file ${shownName(path)} is accessible to other users: run chmod 600 ${shownName(path)}, and replace the key if it was read`,
        );
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(longestKey), 0, longestKey, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  },
});

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
};

function describeOpenFailure(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return reasons[code] ?? (code || 'cannot be opened');
}
