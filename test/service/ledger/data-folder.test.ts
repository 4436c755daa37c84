import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { makeDataFolder } from '../../../lib/service/ledger/data-folder.ts';

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the folder of a ledger', () => {
  it('is created for its owner only, with the folders above it, and may exist already', async () => {
    const path = join(await aFolder(), 'a', 'b');
    await makeDataFolder(path);
    await makeDataFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it.each([[], ['below']])(
    'is a mistake in the settings where a file is in its place (%s)',
    async (...below) => {
      const file = join(await aFolder(), 'file');
      await writeFile(file, '');
      const path = join(file, ...below);
      await expect(makeDataFolder(path)).rejects.toThrow(SettingsError);
      await expect(makeDataFolder(path)).rejects.toThrow(`--data must be a folder that`);
    },
  );
});
