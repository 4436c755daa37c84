import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withEnvFile } from '../../lib/cli/env-file.ts';
import type { Environment } from '../../lib/config/settings/environment.ts';
import { aReader } from './a-reader.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-env-'));
  file = join(folder, '.env');
});
afterEach(() => rm(folder, { recursive: true }));

async function read(
  text: string,
  environment: Environment = {},
  typed: Environment = {},
): Promise<Environment> {
  await writeFile(file, text, { mode: 0o600 });
  return (await withEnvFile(aReader(environment), typed, file)).environment;
}

describe('the .env of a folder', () => {
  it('sets variables of spendwatch that the environment does not set, and no others', async () => {
    const text = '# mine\nSPENDWATCH_CLOUD=runpod\nSPENDWATCH_POLICY="a b.yaml"\nHTTPS_PROXY=http://evil\n';
    expect(await read(text, { SPENDWATCH_CLOUD: '', HOME: '/root' })).toMatchObject({ HOME: '/root' });
    expect(await read(text, { SPENDWATCH_POLICY: 'mine.yaml' })).toEqual({
      SPENDWATCH_CLOUD: 'runpod',
      SPENDWATCH_POLICY: 'mine.yaml',
    });
  });

  it('may be missing', async () => {
    const environment = { SPENDWATCH_CLOUD: 'runpod' };
    expect(await withEnvFile(aReader(environment), {}, file)).toEqual({ environment });
  });

  it('cannot set the address for a key of the environment', async () => {
    const text = 'SPENDWATCH_CLOUD_URL=https://elsewhere.example.com\nSPENDWATCH_API_KEY_FILE=a.key\n';
    const mine = { SPENDWATCH_API_KEY: 'a-key-of-the-environment' };
    await expect(read(text, mine)).rejects.toThrow(
      /SPENDWATCH_CLOUD_URL is set in .*\.env, and the key elsewhere/,
    );
    const editor = { SPENDWATCH_ACT_KEY: 'an-editor-key-of-the-environment' };
    await expect(read(text, editor)).rejects.toThrow('set both in one place');
    const address = { SPENDWATCH_CLOUD_URL: 'https://api.example.com' };
    expect(await read(text, { ...mine, ...address })).toEqual({ ...mine, ...address });
  });

  it.each([
    ['PROMETHEUS_URL', 'PROMETHEUS_TOKEN'],
    ['PROMETHEUS_URL', 'PROMETHEUS_PASSWORD'],
    ['PUSH_URL', 'TOKEN'],
    ['PUSH_URL', 'PUSH_SECRET'],
  ])(
    'cannot set the address for another secret of the environment: %s of SPENDWATCH_%s',
    async (place, key) => {
      const text = `SPENDWATCH_${place}=https://elsewhere.example.com\n`;
      const secret = { [`SPENDWATCH_${key}`]: 'a-secret-of-the-environment' };
      await expect(read(text, secret)).rejects.toThrow(`SPENDWATCH_${place} is set in`);
      const both = { ...secret, [`SPENDWATCH_${place}`]: 'https://mine.example.com' };
      expect(await read(text, both)).toEqual(both);
    },
  );

  it('cannot set the address for a key that an option names', async () => {
    const text = 'SPENDWATCH_CLOUD_URL=https://elsewhere.example.com\nSPENDWATCH_API_KEY_FILE=a.key\n';
    const keyFile = { SPENDWATCH_API_KEY_FILE: 'mine.key' };
    await expect(read(text, {}, keyFile)).rejects.toThrow('SPENDWATCH_CLOUD_URL is set in');
    const address = { SPENDWATCH_CLOUD_URL: 'https://api.example.com' };
    expect(await read(text, {}, { ...keyFile, ...address })).not.toHaveProperty('SPENDWATCH_API_KEY_FILE');
  });

  it('of another tool blocks no command, whoever may read it', async () => {
    await writeFile(file, 'DATABASE_URL=postgres://localhost/mine\n', { mode: 0o644 });
    expect(await withEnvFile(aReader(), {}, file)).toEqual({ environment: {} });
    expect(await withEnvFile(aReader(), {}, folder)).toEqual({ environment: {} });
  });

  it('that others can read is refused, since it may hold keys', async () => {
    if (process.platform === 'win32') return;
    await writeFile(file, 'SPENDWATCH_CLOUD=runpod\n');
    await chmod(file, 0o644);
    await expect(withEnvFile(aReader(), {}, file)).rejects.toThrow(/run chmod 600 .*\.env/);
  });
});
