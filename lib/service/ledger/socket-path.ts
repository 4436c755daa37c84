import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The maximum length of a socket's path that works on every platform; macOS allows 103 characters. */
const longestSocket = 100;

/**
 * Returns the path of a socket of a folder. It is in the folder itself, because cron and service managers often have
 * private directories for temporary files. Only paths that are too long use the temporary directory.
 */
export function socketPath(folder: string, name: 'in-use' | 'ledger'): string {
  const within = join(resolve(folder), `${name}.sock`);
  const digest = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  const elsewhere = name === 'in-use' ? `spendwatch-${digest}` : `spendwatch-${digest}-${name}`;
  if (process.platform === 'win32') return `\\\\?\\pipe\\${elsewhere}`;
  return Buffer.byteLength(within) <= longestSocket ? within : join(tmpdir(), `${elsewhere}.sock`);
}
