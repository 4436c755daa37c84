import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keyFiles } from '../../lib/service/key-file.ts';
import { markedKey } from '../support/api-key.ts';

async function aKeyFile(mode: number) {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'key');
  await writeFile(path, `${markedKey('file')}\n`);
  await chmod(path, mode);
  return { folder, path };
}

const isPosix = process.platform !== 'win32';

it.runIf(isPosix).each([0o600, 0o400])('a key file of mode %o is read', async (mode) => {
  const { path } = await aKeyFile(mode);
  expect(await keyFiles(undefined).file?.(path)).toBe(`${markedKey('file')}\n`);
});

it.runIf(isPosix).each([0o644, 0o640, 0o604, 0o620, 0o610])(
  'a key file of mode %o is refused with a remedy, without showing the key',
  async (mode) => {
    const { path } = await aKeyFile(mode);
    const refusal = keyFiles(undefined).file?.(path);
    await expect(refusal).rejects.toMatchObject({
      name: 'ApiKeyError',
      message: expect.stringContaining(`chmod 600 ${path}`),
    });
    await expect(refusal).rejects.not.toThrow(markedKey('file'));
  },
);

it.runIf(isPosix)('a credential of systemd may have a mode that lets a group read it', async () => {
  const { folder, path } = await aKeyFile(0o440);
  expect(await keyFiles(folder).file?.(path)).toBe(`${markedKey('file')}\n`);
  await expect(keyFiles(join(folder, 'other')).file?.(path)).rejects.toThrow('chmod 600');
});

it('a key file that is missing or invalid is named', async () => {
  const { folder } = await aKeyFile(0o600);
  await expect(keyFiles(undefined).file?.(join(folder, 'none'))).rejects.toThrow('no such file');
  await expect(keyFiles(undefined).file?.(folder)).rejects.toThrow('is not a regular file');
});
