import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SettingsError } from '../config/settings-error.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import type { Ledger } from '../record/ledger.ts';
import { startEmbeddedLedger } from './embedded-ledger.ts';

/** Of a ledger, what only reads. */
export type LedgerReader = Pick<Ledger, 'heads' | 'sightings' | 'meters' | 'instructions'>;

/**
 * Reads the ledger that `spendwatch once` keeps in a folder.
 * @throws SettingsError when there is none. @throws LedgerError
 */
export async function readLedger<T>(
  { data, table }: { readonly data: string; readonly table: string },
  read: (ledger: LedgerReader) => Promise<T>,
): Promise<T> {
  if (!(await isThere(data))) {
    const message = `names a folder without a ledger: ${resolve(data)}; \`spendwatch once\` makes one`;
    throw new SettingsError([{ variable: '--data', message }]);
  }
  const embedded = await startEmbeddedLedger({ path: data, table });
  try {
    return await read(dynamoLedger({ client: embedded.client, table }));
  } finally {
    await embedded.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
