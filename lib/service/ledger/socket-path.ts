import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A path of a socket may have some 100 characters, on macOS 103. */
const longestSocket = 100;

/**
 * Where a socket of a folder lies. In the folder itself, where whoever comes to it looks too: cron and a
 * service manager often have a directory for temporary files of their own. That is for paths that are too
 * long only.
 */
export function socketPath(folder: string, name: 'in-use' | 'ledger'): string {
  const within = join(resolve(folder), `${name}.sock`);
  const digest = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  const elsewhere = name === 'in-use' ? `spendwatch-${digest}` : `spendwatch-${digest}-${name}`;
  if (process.platform === 'win32') return `\\\\?\\pipe\\${elsewhere}`;
  return Buffer.byteLength(within) <= longestSocket ? within : join(tmpdir(), `${elsewhere}.sock`);
}
