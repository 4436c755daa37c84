import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hours, instant, later } from '../../../lib/model/time/time.ts';
import { agentScript } from '../../../lib/observe/push/agent-script.ts';
import { checkToken } from '../../../lib/observe/push/token.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { servePush } from '../../../lib/service/push-routes.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const secret = 'a-secret-of-more-than-32-characters';
const now = instant(Date.UTC(2026, 2, 10, 12));
const agent = (...words: readonly string[]) =>
  runCommand({
    arguments: ['agent', ...words],
    environment: { SPENDWATCH_PUSH_SECRET: secret },
    clock: virtualClock(now),
  });
const valid = (token: string) => checkToken(secret, token, later(now, hours(23)));

describe('spendwatch alive', () => {
  const alive = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runCommand({
      arguments: ['alive', ...words],
      environment: { SPENDWATCH_PUSH_SECRET: secret, ...environment },
      clock: virtualClock(now),
    });

  it('reports to the receiver that the machine is in use', async () => {
    const ledger = memoryLedger();
    const receiver = {
      ...{ clock: { now: () => now }, ledger, keyReaders: {} },
      push: { secret: { kind: 'given', reveal: () => secret } as const, tls: null },
      onFailure: () => {},
    };
    const { url, close } = await servePush(receiver, { host: '127.0.0.1', port: 0 });
    const { code, stdout } = await alive(['lab/train', '--for', '2h'], { SPENDWATCH_PUSH_URL: url });
    const other = { SPENDWATCH_PUSH_URL: url, SPENDWATCH_PUSH_SECRET: secret.replace(/^./, '_') };
    const refused = await alive(['lab/train', '--for', '2h'], other);
    await close();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('not issued by this spendwatch'),
    ]);
    expect([code, stdout]).toEqual([0, 'lab/train is in use until 2026-03-10T14:00:00Z.\n']);
    expect(await ledger.pushes(now, later(now, hours(3)))).toMatchObject([
      { machine: 'project/lab/vm/train', aliveFrom: now, at: later(now, hours(2)) },
    ]);
    expect((await alive(['lab/train', '--for', '2h'], { SPENDWATCH_PUSH_URL: url })).code).toBe(1);
  });

  it.each([
    [['lab/train', '--for', '25h'], {}, '--for must be'],
    [['lab/train', '--for', '2h'], { SPENDWATCH_PUSH_URL: '' }, 'SPENDWATCH_PUSH_URL must look like'],
    [
      ['lab/train', '--for', '2h'],
      { SPENDWATCH_TOKEN: 'swt1.compute.x.1.y' },
      'SPENDWATCH_TOKEN is not a token of lab/train',
    ],
  ])('refuses %j with %j', async (words, environment, because) => {
    const { code, stderr } = await alive(words, {
      SPENDWATCH_PUSH_URL: 'https://push.example.com',
      ...environment,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(because)]);
  });
});

describe('spendwatch agent', () => {
  it('prints a token of one machine, and its validity separately', async () => {
    const { code, stdout, stderr } = await agent('token', 'ml-infra/train-7b', '--for', '1d');
    expect(code).toBe(0);
    expect(valid(stdout.trim())).toMatchObject({ holder: { machine: 'project/ml-infra/vm/train-7b' } });
    expect(stderr).toContain('2026-03-11T12:00:00');
  });

  it.each(['compute', 'runpod'])(
    'creates a token for the cloud that the environment names: %s',
    async (cloud) => {
      const { stdout } = await runCommand({
        arguments: ['agent', 'token', 'pods/tune'],
        environment: { SPENDWATCH_PUSH_SECRET: secret, SPENDWATCH_CLOUD: cloud },
        clock: virtualClock(now),
      });
      expect(valid(stdout.trim())).toMatchObject({ holder: { provider: cloud } });
    },
  );

  it('prints a valid shell script with the agent, its address and its token', async () => {
    const { stdout } = await agent('install', 'ml-infra/train-7b', '--url', 'https://push.example.com');
    expect(stdout).toContain(agentScript().trimEnd());
    expect(stdout).toContain('\nSPENDWATCH_PUSH_URL=https://push.example.com\n');
    const [, token = ''] = /^SPENDWATCH_TOKEN=(.*)$/m.exec(stdout) ?? [];
    expect(valid(token).kind).toBe('valid');
    expect(spawnSync('sh', ['-n'], { input: stdout }).status).toBe(0);
  });

  it('does not run on a copy of the disk that it was installed on (invariant 19)', async () => {
    const { stdout } = await agent('install', 'ml-infra/train-7b', '--url', 'https://push.example.com');
    const root = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
    try {
      const id = join(root, 'sys/class/dmi/id/product_uuid');
      for (const folder of ['etc/systemd/system', 'usr/local/bin', 'sys/class/dmi/id'])
        mkdirSync(join(root, folder), { recursive: true });
      const inRoot = stdout.replaceAll(/(?<=[ >])\/(?=etc|usr|sys)/g, `${root}/`);
      const install = () =>
        spawnSync('sh', ['-s'], { input: `systemctl() { :; }\n${inRoot}`, encoding: 'utf8' });
      const runs = () => {
        const service = readFileSync(join(root, 'etc/systemd/system/spendwatch-agent.service'), 'utf8');
        const [, condition = ''] = /^ExecCondition=\+\/bin\/sh -c '(.*)'$/m.exec(service) ?? [];
        return spawnSync('sh', ['-c', condition], { encoding: 'utf8' }).status === 0;
      };
      expect(install()).toMatchObject({ status: 0, stderr: '' });
      expect(runs()).toBe(true);
      writeFileSync(id, '11111111-0000-4000-8000-000000000001\n');
      expect(install().status).toBe(0);
      expect(runs()).toBe(true);
      writeFileSync(id, '11111111-0000-4000-8000-000000000002\n');
      expect(runs()).toBe(false);
      rmSync(id);
      expect(runs()).toBe(false);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it.each([
    [['token', 'train-7b'], 'train-7b is not a VM: write <project>/<vm>'],
    [['token', 'a/b', '--for', 'ever'], '--for must be a number of days, such as 90d'],
    [['install', 'a/b', '--url', "https://x/';reboot;'"], '--url must look like https://host'],
    [['install', 'a/b', '--url', 'http://push.example.com'], 'plain http, which exposes the token'],
    [['install', 'a/b', '--url', 'ftp://x'], '--url must look like https://host'],
  ])('refuses %j', async (words, because) => {
    const { code, stdout, stderr } = await agent(...words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(because);
  });

  it('names the missing secret', async () => {
    const { code, stderr } = await runCommand({
      arguments: ['agent', 'token', 'a/b'],
      environment: {},
      clock: virtualClock(now),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('SPENDWATCH_PUSH_SECRET is not set');
  });
});
