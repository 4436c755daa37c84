import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { holdLedger, readLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { aHead } from '../../support/builders/observation-builders.ts';

const table = 'ledger';
let whole: string;
beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), 'spendwatch-whole-'));
  for (const seqs of [[1], [2], [3, 4]]) {
    const held = await holdLedger(whole, table);
    for (const seq of seqs) await dynamoLedger({ client: held.client, table }).commit(aHead({ seq }));
    await held.close();
  }
});
afterAll(() => rm(whole, { recursive: true }));

async function aCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-damaged-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(whole, folder, { recursive: true });
  return folder;
}

const named = async (folder: string, form: RegExp): Promise<string> =>
  join(folder, (await readdir(folder)).find((name) => form.test(name)) ?? '');

async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => /^(CURRENT|MANIFEST|\d)/.test(name));
  const files = names.map(async (name) => [name, (await readFile(join(folder, name))).toString('base64')]);
  return Object.fromEntries(await Promise.all(files));
}

async function flip(file: string, at: number): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
  await writeFile(file, bytes);
}

// Invariant 18: what cannot be read is told, and no empty ledger takes its place.
describe('a ledger of which a file is damaged is refused in words, and nothing of it is deleted:', () => {
  it.each<[string, (folder: string) => Promise<void>, RegExp]>([
    ['CURRENT is gone', (folder) => rm(join(folder, 'CURRENT')), /is damaged: the file CURRENT is missing/],
    [
      'CURRENT is empty',
      (folder) => truncate(join(folder, 'CURRENT')),
      /CURRENT does not name an existing file/,
    ],
    [
      'MANIFEST is gone',
      async (folder) => rm(await named(folder, /^MAN/)),
      /CURRENT does not name an existing file/,
    ],
    [
      'MANIFEST is cut off',
      async (folder) => truncate(await named(folder, /^MAN/), 9),
      /cannot be opened: Corr/,
    ],
    [
      'a bit of MANIFEST is another',
      async (folder) => flip(await named(folder, /^MAN/), 9),
      /MANIFEST-\d+ cannot/,
    ],
    ['the log is gone', async (folder) => rm(await named(folder, /\.log$/)), /the log is missing/],
    [
      'a bit of the log is another',
      async (folder) => flip(await named(folder, /\.log$/), 9),
      /log cannot be read/,
    ],
    [
      'a table is gone',
      async (folder) => rm(await named(folder, /\.ldb$/)),
      /cannot be opened: Corruption: 1 miss/,
    ],
  ])('%s', async (_, damage, because) => {
    const folder = await aCopy();
    await damage(folder);
    const before = await contents(folder);
    const errors = [
      await holdLedger(folder, table).catch((error: unknown) => error),
      await readLedger({ kind: 'folder', data: folder, table }, (ledger) => ledger.heads()).catch(
        (error: unknown) => error,
      ),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(LedgerError);
      expect(String(error)).toMatch(because);
      expect(String(error)).toContain('Nothing was deleted');
    }
    expect(await contents(folder)).toEqual(before);
  });
});

it('a ledger whose log was cut off by a crash is read to where it ends', async () => {
  const folder = await aCopy();
  await appendFile(await named(folder, /\.log$/), Buffer.from([1, 2, 3, 4, 80, 0, 1, 9, 9]));
  const heads = await readLedger({ kind: 'folder', data: folder, table }, (ledger) => ledger.heads());
  expect(heads).toEqual([aHead({ seq: 4 })]);
});

it('a folder that LevelDB began and did not come to write to is begun anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-begun-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'MANIFEST-000001'), '');
  await writeFile(join(folder, 'LOCK'), '');
  await (await holdLedger(folder, table)).close();
});

it('a file in the place of the folder is told in words', async () => {
  const folder = await aCopy();
  const file = join(folder, 'CURRENT');
  await expect(holdLedger(file, table)).rejects.toThrow(
    /CURRENT cannot be used for the ledger: EEXIST|ENOTDIR/,
  );
});
