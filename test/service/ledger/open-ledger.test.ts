import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { startEmbeddedLedger } from '../../../lib/service/ledger/embedded-ledger.ts';
import { holdDirectory } from '../../../lib/service/ledger/hold-directory.ts';
import { holdLedger, readLedger, withLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { socketPath } from '../../../lib/service/ledger/socket-path.ts';
import { aHead, lab } from '../../support/builders/observation-builders.ts';
import { isWhole } from '../../support/tier.ts';

const table = 'ledger';
const unixOnly = it.skipIf(process.platform === 'win32');

async function anEmptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-open-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with an empty ledger. */
async function aFolder(): Promise<string> {
  const folder = await anEmptyFolder();
  await (await holdLedger(folder, table)).close();
  return folder;
}

const heads = (data: string) => readLedger({ kind: 'folder', data, table }, (ledger) => ledger.heads());

describe('a ledger in a folder', () => {
  it('is read and written by one command after the other', async () => {
    const data = await aFolder();
    const place = { kind: 'folder', data, table } as const;
    await withLedger({ place, work: (ledger) => ledger.commit(aHead({ seq: 1 })) });
    expect(await heads(data)).toEqual([aHead({ seq: 1 })]);
  });

  it('is refused where the folder has no ledger, and none is created', async () => {
    const empty = await anEmptyFolder();
    for (const data of [empty, join(empty, 'none')])
      await expect(heads(data)).rejects.toThrow('names a folder without a ledger');
    expect(await readdir(empty)).toEqual([]);
  });

  it.runIf(isWhole())('is read and written while another process serves it', async () => {
    const data = await aFolder();
    const script = `
      import { holdLedger } from './lib/service/ledger/open-ledger.ts';
      import { dynamoLedger } from './lib/record/dynamo-ledger.ts';
      import { aHead } from './test/support/builders/observation-builders.ts';
      const { client, close } = await holdLedger(${JSON.stringify(data)}, '${table}');
      await dynamoLedger({ client, table: '${table}' }).commit(aHead({ seq: 1 }));
      console.log('serving');
      process.stdin.once('data', async () => {
        console.log((await dynamoLedger({ client, table: '${table}' }).heads())[0].seq);
        await close();
      });
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
    expect(String((await once(child.stdout, 'data'))[0])).toBe('serving\n');
    expect(await heads(data)).toEqual([aHead({ seq: 1 })]);
    const place = { kind: 'folder', data, table } as const;
    expect(await withLedger({ place, work: (ledger) => ledger.commit(aHead({ seq: 2 })) })).toBe('committed');
    child.stdin.write('go on\n');
    expect(String((await once(child.stdout, 'data'))[0])).toBe('2\n');
    child.stdin.end();
    await once(child, 'exit');
    expect(await heads(data)).toEqual([aHead({ seq: 2 })]);
  });

  it.runIf(isWhole())('is read by several commands at once, of which any may end first', async () => {
    const data = await aFolder();
    await withLedger({
      place: { kind: 'folder', data, table },
      work: (ledger) => ledger.commit(aHead({ seq: 1 })),
    });
    const all = await Promise.all(Array.from({ length: 12 }, () => heads(data)));
    expect(all).toEqual(all.map(() => [aHead({ seq: 1 })]));
  });

  it('is opened again, and the work repeated, when the process that served it ends meanwhile', async () => {
    const data = await aFolder();
    const first = await startEmbeddedLedger({ path: data, table });
    await dynamoLedger({ client: first.client, table }).commit(aHead({ seq: 1 }));
    let tries = 0;
    const read = await readLedger({ kind: 'folder', data, table }, async (ledger) => {
      tries += 1;
      if (tries === 1) await first.close();
      return ledger.head(lab);
    });
    expect({ tries, read }).toEqual({ tries: 2, read: aHead({ seq: 1 }) });
  });

  it('is waited for by a process that must hold it, while a command reads it', async () => {
    const data = await aFolder();
    const reader = await startEmbeddedLedger({ path: data, table, hold: 'passes' });
    const held = holdLedger(data, table);
    await reader.close();
    await (await held).close();
  });

  it('is refused at once to a second process that must hold it', async () => {
    const data = await aFolder();
    const first = await holdLedger(data, table);
    onTestFinished(first.close);
    await expect(holdLedger(data, table)).rejects.toThrow('is in use by another process');
  });

  it.runIf(isWhole())(
    'is reported as in use where a process holds the folder without serving it',
    async () => {
      const data = await aFolder();
      const release = await holdDirectory(data);
      await expect(heads(data)).rejects.toThrow('is in use by another process');
      await release();
    },
  );

  it('repeats work after a lost connection only', async () => {
    const data = await aFolder();
    let tries = 0;
    const work = async () => {
      tries += 1;
      throw new LedgerError('the item is broken');
    };
    await expect(readLedger({ kind: 'folder', data, table }, work)).rejects.toThrow('the item is broken');
    expect(tries).toBe(1);
  });

  unixOnly('can be reached by its owner only, whatever the process lets others do', async () => {
    const data = join(await anEmptyFolder(), 'data');
    const usual = process.umask(0);
    onTestFinished(() => void process.umask(usual));
    const held = await holdLedger(data, table);
    onTestFinished(held.close);
    expect((await stat(socketPath(data, 'ledger'))).mode & 0o777).toBe(0o600);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect(process.umask()).toBe(0);
  });

  unixOnly('listens on no port', async () => {
    const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    const before = ports();
    const held = await startEmbeddedLedger({ path: await aFolder(), table });
    onTestFinished(held.close);
    expect(ports()).toBe(before);
    const other = await startEmbeddedLedger();
    onTestFinished(other.close);
    expect(ports()).toBe(before + 1);
  });
});
