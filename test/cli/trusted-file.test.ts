import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyOf } from '../../lib/cli/configuration.ts';
import { withEnvFile } from '../../lib/cli/env-file.ts';
import { InterruptedError } from '../../lib/cli/interrupted.ts';
import { doubtOf, largestFile, readTrustedFile } from '../../lib/cli/trusted-file.ts';
import { aReader } from './a-reader.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-trust-'));
  file = join(folder, 'settings.yaml');
});
afterEach(() => rm(folder, { recursive: true }));

const found = { isNamed: false };
const named = { isNamed: true };
const read = (how: { readonly isNamed: boolean }, reader = aReader()) =>
  readTrustedFile(reader, { file, ...how });
const pipe = () => execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

describe('a file of settings', () => {
  it.each([
    ['of oneself', 1000, 0o644, null],
    ['of root', 0, 0o444, null],
    ['of another user', 1001, 0o600, 'belongs to another user (uid 1001)'],
    ['that its group can change', 1000, 0o664, 'can be changed by other users: run chmod go-w a.yaml'],
    ['that everybody can change', 0, 0o602, 'can be changed by other users: run chmod go-w a.yaml'],
  ])('%s is trusted, or refused with the reason', (_, uid, mode, doubt) => {
    expect(doubtOf({ uid, mode, isFile: () => true }, 1000, 'a.yaml')).toBe(doubt);
    expect(doubtOf({ uid, mode, isFile: () => true }, undefined, 'a.yaml')).toBeNull();
    expect(doubtOf({ uid, mode, isFile: () => false }, 1000, 'a.yaml')).toBe('is not a regular file');
  });

  it('that does not exist is treated as absent', async () => {
    expect(await read(found)).toBeNull();
  });

  it.skipIf(isWindows)('that others can change is read with a warning where it is named', async () => {
    await writeFile(file, 'data: a\n');
    await chmod(file, 0o664);
    const reader = aReader();
    expect(await read(named, reader)).toMatchObject({ text: 'data: a\n' });
    expect(reader.written).toEqual([
      `Warning: ${file} can be changed by other users: run chmod go-w ${file}\n`,
    ]);
    const silent = aReader();
    expect(await read(found, silent)).toMatchObject({
      doubt: `can be changed by other users: run chmod go-w ${file}`,
    });
    expect(silent.written).toEqual([]);
  });

  it.skipIf(isWindows)(
    'may be a link, as those of a mounted ConfigMap, and is judged by its target',
    async () => {
      await mkdir(join(folder, '..2026_01_01'));
      await writeFile(join(folder, '..2026_01_01', 'settings.yaml'), 'data: a\n', { mode: 0o644 });
      await symlink('..2026_01_01', join(folder, '..data'));
      await symlink(join('..data', 'settings.yaml'), file);
      expect(await read(found)).toMatchObject({ text: 'data: a\n', doubt: null });
      await chmod(join(folder, '..2026_01_01', 'settings.yaml'), 0o666);
      expect((await read(found))?.doubt).toMatch(/^can be changed by other users/);
    },
  );

  it.each([found, named])('has at most 1 MiB: %j', async (how) => {
    await writeFile(file, 'a'.repeat(largestFile + 1), { mode: 0o600 });
    await expect(read(how)).rejects.toThrow(`is larger than ${largestFile} bytes`);
    await writeFile(file, 'a'.repeat(largestFile), { mode: 0o600 });
    expect((await read(how))?.text).toHaveLength(largestFile);
  });

  it.skipIf(isWindows)('that never ends is refused at once', async () => {
    await symlink('/dev/zero', file);
    await expect(read(found)).rejects.toThrow('is not a regular file');
    await expect(read(named)).rejects.toThrow('is larger than');
  });

  it.skipIf(isWindows)('that is a pipe is refused at once, unless it is named', async () => {
    pipe();
    await expect(read(found)).rejects.toThrow('is not a regular file');
    const reader = aReader();
    const reading = read(named, reader);
    spawn('sh', ['-c', 'printf "data: piped\\n" >"$0"', file]);
    expect((await reading)?.text).toBe('data: piped\n');
    expect(reader.written).toEqual([`Warning: ${file} is not a regular file\n`]);
  });

  it.skipIf(isWindows)('that is a pipe without a writer ends with the command', async () => {
    pipe();
    const ending = new AbortController();
    const reading = read(named, aReader({}, ending.signal));
    await later(50);
    ending.abort();
    await expect(reading).rejects.toThrow(InterruptedError);
  });
});

describe('a policy file', () => {
  it.skipIf(isWindows)('that is a pipe is read as it is written, and ends with the command', async () => {
    pipe();
    const ending = new AbortController();
    const [first, second] = [aReader(), aReader({}, ending.signal)];
    const written = policyOf({ policy: file }, undefined, first);
    spawn('sh', ['-c', 'printf "version: 1\\n" >"$0"', file]);
    expect(await written).toBe('version: 1\n');
    const waiting = policyOf({ policy: file }, undefined, second);
    await later(50);
    ending.abort();
    await expect(waiting).rejects.toThrow(InterruptedError);
  });
});

describe('the .env of the current folder', () => {
  const env = (reader = aReader()) => withEnvFile(reader, {}, file);

  it.skipIf(isWindows)('is refused at once as a pipe or a device', async () => {
    pipe();
    await expect(env()).rejects.toThrow('is not a regular file');
    await rm(file);
    await symlink('/dev/zero', file);
    await expect(env()).rejects.toThrow('is not a regular file');
  });

  it('has at most 1 MiB', async () => {
    await writeFile(file, '#'.repeat(largestFile + 1), { mode: 0o600 });
    await expect(env()).rejects.toThrow('is larger than');
  });

  it.runIf(isRoot)('is refused where it belongs to another user, unless it is of another tool', async () => {
    await writeFile(file, 'DATABASE_URL=postgres://localhost/mine\n', { mode: 0o600 });
    await chown(file, 4_321, 4_321);
    expect((await env()).environment).toEqual({});
    await writeFile(file, 'SPENDWATCH_CLOUD=runpod\n');
    await expect(env()).rejects.toThrow('belongs to another user (uid 4321)');
  });

  it.skipIf(isWindows)('may be a link, as that of a mounted ConfigMap', async () => {
    await writeFile(join(folder, 'mounted'), 'SPENDWATCH_CLOUD=runpod\n', { mode: 0o400 });
    await symlink('mounted', file);
    expect((await env()).environment).toEqual({ SPENDWATCH_CLOUD: 'runpod' });
  });
});
