import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TargetId } from '../../../lib/model/ids.ts';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { checkLedgerFiles } from '../../../lib/service/ledger/check-ledger-files.ts';
import { computeChecksum } from '../../../lib/service/ledger/checksum.ts';
import { holdLedger, readLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { isWholeTable } from '../../../lib/service/ledger/table-files.ts';
import { aHead } from '../../support/builders/observation-builders.ts';
import { isWhole } from '../../support/tier.ts';

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

async function flip(file: string, at: number, bits = 0x10): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at);
  await writeFile(file, bytes);
}

// Invariant 18: a ledger that cannot be read is reported, and not replaced by an empty one.
describe('a ledger with a damaged file is refused with the reason, and nothing of it is deleted:', () => {
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
      'a bit of MANIFEST is flipped',
      async (folder) => flip(await named(folder, /^MAN/), 9),
      /MANIFEST-\d+ cannot/,
    ],
    ['the log is gone', async (folder) => rm(await named(folder, /\.log$/)), /the log is missing/],
    [
      'a bit of the log is flipped',
      async (folder) => flip(await named(folder, /\.log$/), 9),
      /log cannot be read/,
    ],
    [
      'a bit of a table is flipped',
      async (folder) => flip(await named(folder, /\.ldb$/), 99),
      /the file \d+\.ldb is corrupted/,
    ],
    [
      'a table is cut off',
      async (folder) => truncate(await named(folder, /\.ldb$/), 99),
      /the file \d+\.ldb is corrupted/,
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

it('a ledger whose log was cut off by a crash is read up to the cut', async () => {
  const folder = await aCopy();
  await appendFile(await named(folder, /\.log$/), Buffer.from([1, 2, 3, 4, 80, 0, 1, 9, 9]));
  const heads = await readLedger({ kind: 'folder', data: folder, table }, (ledger) => ledger.heads());
  expect(heads).toEqual([aHead({ seq: 4 })]);
});

it('a folder that LevelDB created but never wrote to is initialized again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-begun-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'MANIFEST-000001'), '');
  await writeFile(join(folder, 'LOCK'), '');
  await (await holdLedger(folder, table)).close();
});

it('a file in place of the folder is refused with the reason', async () => {
  const folder = await aCopy();
  const file = join(folder, 'CURRENT');
  await expect(holdLedger(file, table)).rejects.toThrow(
    /CURRENT cannot be used for the ledger: EEXIST|ENOTDIR/,
  );
});

/** Returns the files of a ledger that hold its data, in all kinds: the log, tables and the list of tables. */
const dataFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^(CURRENT|MANIFEST-\d+|\d+\.(log|ldb))$/.test(name));

/** Returns all that a database holds. */
async function entriesOf(folder: string): Promise<string> {
  const level = new ClassicLevel(folder);
  const entries = await level.iterator().all();
  await level.close();
  return JSON.stringify(entries);
}

it('a ledger with any one bit flipped in any file is read unchanged, or refused with the name of the file', async () => {
  const large = await mkdtemp(join(tmpdir(), 'spendwatch-large-'));
  onTestFinished(() => rm(large, { recursive: true }));
  const held = await holdLedger(large, table);
  const ledger = dynamoLedger({ client: held.client, table });
  for (let number = 0; number < 12; number += 1)
    await ledger.commit(aHead({ target: TargetId.parse(`project/p-${number}`) }));
  await held.close();
  const level = new ClassicLevel(large);
  await level.compactRange('', '~~~~');
  await level.put('a', 'the last record of the log');
  await level.close();
  const files = new Map<string, Buffer>();
  for (const name of await dataFiles(large)) files.set(name, await readFile(join(large, name)));
  const before = await entriesOf(large);
  let refused = 0;
  for (const [name, bytes] of files) {
    const last = bytes.length * 8 - 1;
    const step = Math.ceil(bytes.length / (isWhole() ? 60 : 6)) * 8 + 1;
    for (let bit = 0; bit <= last; bit += step) {
      const folder = await mkdtemp(join(tmpdir(), 'spendwatch-flipped-'));
      for (const [other, whole] of files) await writeFile(join(folder, other), whole);
      await flip(join(folder, name), bit >> 3, 1 << (bit & 7));
      const error = await checkLedgerFiles(folder).catch((reason: unknown) => reason);
      if (error === undefined) expect(await entriesOf(folder), `${name}, bit ${bit}`).toBe(before);
      else {
        refused += 1;
        expect(error).toBeInstanceOf(LedgerError);
        expect(String(error)).toMatch(new RegExp(`${name}|CURRENT|cannot be opened: Corruption`));
      }
      await rm(folder, { recursive: true });
    }
  }
  expect(files.size).toBe(4);
  expect(refused).toBeGreaterThan(20);
});

it('an unfinished table of a killed process that is not part of the ledger yet is ignored', async () => {
  const folder = await aCopy();
  await writeFile(join(folder, '000099.ldb'), 'half a table');
  expect(await readLedger({ kind: 'folder', data: folder, table }, (ledger) => ledger.heads())).toHaveLength(
    1,
  );
});

it('a table with bytes that look like a complete block by chance does not count as damaged', () => {
  const checksum = (bytes: Buffer): Buffer => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(computeChecksum(bytes));
    return Buffer.concat([bytes, sum]);
  };
  const block = (text: Buffer | string) => checksum(Buffer.concat([Buffer.from(text), Buffer.from([0])]));
  const [data, meta, index] = [
    block(Buffer.concat([block('a block'), Buffer.from('more')])),
    block('meta'),
    block('in'),
  ];
  const footer = Buffer.alloc(48);
  footer.set([data.length, meta.length - 5, data.length + meta.length, index.length - 5]);
  footer.set([0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb], 40);
  const table = Buffer.concat([data, meta, index, footer]);
  expect(isWholeTable(table)).toBe(true);
  for (let at = 0; at < table.length; at += 1) {
    const bytes = Buffer.from(table);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    expect(isWholeTable(bytes), `at ${at}`).toBe(false);
  }
});
