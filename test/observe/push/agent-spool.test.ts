import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const agent = join(import.meta.dirname, '../../../lib/observe/push/agent.sh');
const has = (program: string) => spawnSync(program, ['--help']).error === undefined;
const isRoot = process.getuid?.() === 0;

describe.skipIf(!has('curl')).each([
  ['sh', []],
  ['busybox', ['sh']],
] as const)('the folder of the queue of the agent in %s', (program, before) => {
  let folder: string;
  const victim = () => join(folder, 'victim');
  const spool = () => join(folder, 'spool');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
    writeFileSync(join(folder, 'nvidia-smi'), '#!/bin/sh\necho "GPU-1, 42, 1024"\n', { mode: 0o755 });
    writeFileSync(victim(), 'of the system');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Measures a minute, which cannot be sent, and returns the exit code and the message that the agent ends with. */
  const measured = (given = spool(), cwd = '/') =>
    promisify(execFile)(program, [...before, agent], {
      cwd,
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        SPENDWATCH_PUSH_URL: 'http://127.0.0.1:9',
        SPENDWATCH_TOKEN: 'the-token',
        SPENDWATCH_SPOOL: given,
        SPENDWATCH_SAMPLES: '1',
        SPENDWATCH_SAMPLE_SECONDS: '0',
      },
    }).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  const isQueued = (at = spool()) => existsSync(join(at, 'queue'));

  it.skipIf(!has(program)).each<[string, boolean, () => void, string]>([
    [
      'that others may write in',
      false,
      () => {
        mkdirSync(spool());
        symlinkSync(victim(), join(spool(), 'queue'));
        chmodSync(spool(), 0o777);
      },
      'others could write in',
    ],
    [
      'that another user made',
      true,
      () => {
        mkdirSync(spool());
        symlinkSync(victim(), join(spool(), 'queue'));
        chownSync(spool(), 4_321, 4_321);
      },
      'others could write in',
    ],
    [
      'that a link of another user leads to',
      true,
      () => {
        mkdirSync(join(folder, 'own'), { mode: 0o700 });
        symlinkSync(join(folder, 'own'), spool());
        lchownSync(spool(), 4_321, 4_321);
      },
      'others could write in',
    ],
    ['that is a link to a file', false, () => symlinkSync(victim(), spool()), 'cannot use the folder'],
    ['that cannot be made', false, () => writeFileSync(spool(), ''), 'cannot use the folder'],
  ])('%s writes nothing and says why', async (_, needsRoot, prepare, because) => {
    if (needsRoot && !isRoot) return;
    prepare();
    expect(await measured()).toMatchObject({ code: 2, stderr: expect.stringContaining(because) });
    expect(readFileSync(victim(), 'utf8')).toBe('of the system');
    expect(isQueued(join(folder, 'own'))).toBe(false);
  });

  it.skipIf(!has(program))('that the agent creates is readable by its own user only', async () => {
    await measured();
    expect(isQueued()).toBe(true);
    expect(statSync(spool()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(spool())) expect(statSync(join(spool(), name)).mode & 0o077, name).toBe(0);
  });

  it.skipIf(!has(program))(
    'that a link of its own user leads to is used, as where systemd makes the link',
    async () => {
      mkdirSync(join(folder, 'own'), { mode: 0o700 });
      symlinkSync(join(folder, 'own'), spool());
      expect((await measured()).code).toBe(0);
      expect(isQueued(join(folder, 'own'))).toBe(true);
    },
  );

  it.skipIf(!has(program))('that is given by a relative name is found in the working directory', async () => {
    expect((await measured('spool', folder)).code).toBe(0);
    expect(isQueued()).toBe(true);
  });

  it.skipIf(!has(program))('is by default not one that everyone may write in', () => {
    expect(readFileSync(agent, 'utf8')).not.toContain('/tmp');
  });
});
