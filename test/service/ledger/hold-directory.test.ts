import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUseError, holdDirectory } from '../../../lib/service/ledger/hold-directory.ts';

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-hold-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe.each([
  { what: 'an ordinary path', below: 'data' },
  { what: 'a path too long for a socket', below: 'd'.repeat(120) },
])('a folder with $what', ({ below }) => {
  it('is held by one process until it releases it', async () => {
    const path = join(await aFolder(), below);
    const release = await holdDirectory(path);
    await expect(holdDirectory(path)).rejects.toBeInstanceOf(FolderInUseError);
    await release();
    await (await holdDirectory(path))();
  });
});

it.skipIf(process.platform === 'win32')(
  'is seen as held by a process with another folder for temporary files',
  async () => {
    const path = await aFolder();
    const release = await holdDirectory(path);
    const module = new URL('../../../lib/service/ledger/hold-directory.ts', import.meta.url).href;
    const script = `const { holdDirectory } = await import('${module}');
      await holdDirectory(${JSON.stringify(path)}).catch(({ name }) => console.log(name));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { env: { PATH: process.env['PATH'], TMPDIR: await aFolder() } },
    );
    await release();
    expect(stdout).toBe('FolderInUseError\n');
  },
);
