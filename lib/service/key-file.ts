import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { shownName } from '../config/settings/may-be-key.ts';
import { ApiKeyError, type KeyReaders } from '../jobs/api-key.ts';

/** Longer than any key, and short enough that a wrong path, such as a device, does no harm. */
const longestKey = 16_384;

/**
 * Reads keys from files of this machine, and only from those that nobody but their owner may read.
 * `credentials` is the folder in which systemd shows a service its credentials: it gives access by a list
 * (ACL), which looks like a permission of the group.
 */
export const keyFiles = (credentials: string | undefined): KeyReaders => ({
  file: async (path) => {
    const handle = await open(path).catch((cause: unknown) => {
      throw new ApiKeyError(`cannot read the key file ${shownName(path)}: ${reasonOf(cause)}`, { cause });
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new ApiKeyError(`the key file ${shownName(path)} is no file`);
      const isGuarded = credentials !== undefined && dirname(resolve(path)) === resolve(credentials);
      // Windows has no such permissions: Node makes some up.
      if (process.platform !== 'win32' && !isGuarded && (stats.mode & 0o077) !== 0)
        throw new ApiKeyError(
          `others than its owner may use the key file ${shownName(path)}: chmod 600 ${shownName(path)}, and replace the key if it was read`,
        );
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(longestKey), 0, longestKey, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  },
});

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is none',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return reasons[code] ?? (code || 'it cannot be opened');
}
