import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withSettingsFile } from '../../lib/cli/settings-at-hand.ts';
import { aReader } from './a-reader.ts';

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-found-'));
  file = join(folder, 'settings.yaml');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a settings file of the current folder', () => {
  const settings = async (
    text: string,
    environment: Readonly<Record<string, string>> = {},
    given: Readonly<Record<string, string>> = environment,
  ) => {
    await writeFile(file, text, { mode: 0o600 });
    return withSettingsFile(aReader(environment), given, file);
  };
  const connection = (key: string) =>
    `connections:\n  - address: https://elsewhere.example.com\n    viewer-key: ${key}\n`;

  it('may use only variables of spendwatch', async () => {
    const secrets = {
      AWS_SECRET_ACCESS_KEY: 'a-secret-of-aws',
      SPENDWATCH_RESEARCH_KEY: 'a-key-of-research',
    };
    const foreign = connection('env:AWS_SECRET_ACCESS_KEY');
    await expect(settings(foreign, secrets)).rejects.toThrow(
      `${file}:3 connections[0].viewer-key names the variable AWS_SECRET_ACCESS_KEY: settings.yaml of the current folder may use variables that begin with SPENDWATCH_ alone`,
    );
    await expect(settings('push-secret: env:AWS_SECRET_ACCESS_KEY\n', secrets)).rejects.toThrow(
      `${file}:1 push-secret names the variable AWS_SECRET_ACCESS_KEY`,
    );
    const ours = await settings(connection('env:SPENDWATCH_RESEARCH_KEY'), secrets);
    expect(ours.connections).toMatchObject([{ key: { kind: 'given' } }]);
    expect(ours.environment).toEqual({ AWS_SECRET_ACCESS_KEY: 'a-secret-of-aws' });
    const named = await settings(foreign, { ...secrets, SPENDWATCH_SETTINGS: file });
    expect(named.connections).toMatchObject([{ key: { kind: 'given' } }]);
  });

  it.skipIf(isWindows).each([
    ['a file elsewhere', 'file:/etc/hostname'],
    ['a file of the folder above', 'file:../other.key'],
    ['a link to a file elsewhere', 'file:linked.key'],
    ['a file in a linked folder', 'file:linked/other.key'],
  ])('may not use %s', async (_, place) => {
    await symlink('/etc/hostname', join(folder, 'linked.key'));
    await symlink('/etc', join(folder, 'linked'));
    const outside = 'names a file outside the folder of settings.yaml';
    await expect(settings(connection(place))).rejects.toThrow(
      `${file}:3 connections[0].viewer-key ${outside}`,
    );
    await expect(settings(`push-secret: ${place}\n`)).rejects.toThrow(`${file}:1 push-secret ${outside}`);
    const named = await settings(connection(place), { SPENDWATCH_SETTINGS: file });
    expect(named.connections).toMatchObject([{ key: { kind: 'file' } }]);
  });

  it.skipIf(isWindows)('may use files of its folder, of folders in it, and links among them', async () => {
    await mkdir(join(folder, '..data'));
    await writeFile(join(folder, '..data', 'mounted.key'), 'a-key-of-research', { mode: 0o600 });
    await symlink(join('..data', 'mounted.key'), join(folder, 'viewer.key'));
    for (const place of ['viewer.key', '..data/mounted.key', 'keys/to-come.key', join(folder, 'viewer.key')])
      expect((await settings(connection(`file:${place}`))).connections).toHaveLength(1);
  });

  it('is not trusted more where the .env of that folder names it', async () => {
    const environment = { AWS_SECRET_ACCESS_KEY: 'a-secret-of-aws', SPENDWATCH_SETTINGS: file };
    const given = { AWS_SECRET_ACCESS_KEY: 'a-secret-of-aws' };
    await expect(settings(connection('env:AWS_SECRET_ACCESS_KEY'), environment, given)).rejects.toThrow(
      'names the variable AWS_SECRET_ACCESS_KEY',
    );
  });

  it('cannot set the address for a secret of the environment', async () => {
    const url = 'prometheus:\n  url: https://elsewhere.example.com\n';
    const token = { SPENDWATCH_PROMETHEUS_TOKEN: 'a-token-of-prometheus' };
    await expect(settings(url, token)).rejects.toThrow(
      `${file}:2 prometheus.url is set here, and the secret that is sent there elsewhere: set both in one place`,
    );
    expect((await settings(`${url}  token: env:SPENDWATCH_PROMETHEUS_TOKEN\n`, token)).environment).toEqual({
      SPENDWATCH_PROMETHEUS_URL: 'https://elsewhere.example.com',
      ...token,
    });
    const mine = { ...token, SPENDWATCH_PROMETHEUS_URL: 'https://mine.example.com' };
    expect((await settings(url, mine)).environment).toEqual(mine);
    expect((await settings(url, { ...token, SPENDWATCH_SETTINGS: file })).environment).toMatchObject(token);
  });

  it.skipIf(isWindows)('is refused where others can change it', async () => {
    await writeFile(file, 'data: a\n');
    await chmod(file, 0o620);
    await expect(withSettingsFile(aReader(), {}, file)).rejects.toThrow(
      `can be changed by other users: run chmod go-w ${file}; a file that you trust all the same is read where SPENDWATCH_SETTINGS of the environment names it`,
    );
  });

  it.runIf(isRoot)('is refused where it belongs to another user', async () => {
    await writeFile(file, 'data: a\n', { mode: 0o600 });
    await chown(file, 4_321, 4_321);
    await expect(withSettingsFile(aReader(), {}, file)).rejects.toThrow('belongs to another user (uid 4321)');
    const reader = aReader({ SPENDWATCH_SETTINGS: file });
    expect(await withSettingsFile(reader)).toMatchObject({
      environment: { SPENDWATCH_DATA: join(folder, 'a') },
    });
    expect(reader.written.join()).toContain('belongs to another user');
  });
});
