import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCloud, withFlags } from '../../../lib/cli/init/prompts.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { serveDemoAccount } from '../../../lib/simulators/runpod/simulated.ts';
import { at } from '../../support/at.ts';
import { ran } from '../../support/commands/a-process.ts';

const clock = virtualClock(at('2026-03-17T10:30:00'));
let folder: string;
let simulator: RunningSimulator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-init-'));
  simulator = await serveDemoAccount({ seed: 1, clock, realClock: clock, perMinute: undefined });
});

afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

const policy = () => join(folder, 'spendwatch.yaml');

async function init(key: string, address = simulator.url) {
  const keyFile = join(folder, 'runpod.key');
  await writeFile(keyFile, key, { mode: 0o600 });
  const options = ['--force', '--policy', policy(), '--cloud-url', address, '--key-file', keyFile];
  return ran({ arguments: ['init', '--cloud', 'runpod', ...options], environment: {}, clock });
}

it('init asks for the cloud, and needs no address where all accounts share one', async () => {
  const asked: string[] = [];
  const answers = ['lambda', 'RunPod'];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  const known = await withCloud({}, { ask, askHidden: ask, close: () => {} });
  expect(known).toEqual({ SPENDWATCH_CLOUD: 'runpod', SPENDWATCH_CLOUD_URL: 'https://api.runpod.io' });
  expect(asked).toHaveLength(2);
});

it('init never sends the key of one cloud to an address that was set for another', () => {
  const environment = { SPENDWATCH_CLOUD_URL: 'https://api.example.com' };
  const flags = { cloud: 'runpod', timezone: 'UTC' } as const;
  expect(withFlags(environment, flags)['SPENDWATCH_CLOUD_URL']).toBeUndefined();
  const same = { ...environment, SPENDWATCH_CLOUD: 'runpod' };
  expect(withFlags(same, flags)['SPENDWATCH_CLOUD_URL']).toBe('https://api.example.com');
});

describe('what init writes for RunPod', () => {
  it('passes the policy check, since it uses only what the key can read and do', async () => {
    const { code, stdout } = await init('simulated-viewer-key');
    expect(code).toBe(0);
    expect(stdout).toMatch(/most expensive: train-7b \(\w{14}\) \d+\.\d\d USD\/h, fine-tune-old \(\w{14}\)/);
    expect(stdout).toContain('export SPENDWATCH_CLOUD=runpod\n');
    const text = await readFile(policy(), 'utf8');
    expect(readPolicy(text, 'written').rules.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      'budget: runpod budget',
      'runway: credit',
      'rate: hourly limit',
      'anomaly: unusual spend',
      'freshness: missing data',
      'reconcile: billing check',
      'idle: idle pods',
      'waste: unused resources',
      'lifetime: old pods',
    ]);
    expect(text).toContain(
      'the platform deletes 6 pods and 2 cluster pods; stops 1 pod and 1 endpoint; keeps 2 network volumes.',
    );
    expect(text).toContain('A stop ends');
    expect(text).toContain('not used: stopped pods, failed resources and unmounted volumes.');
    expect(text).not.toContain('no GPU metrics');
    const environment = { SPENDWATCH_CLOUD: 'runpod', SPENDWATCH_DATA: join(folder, 'none') };
    const checked = await ran({ arguments: ['policy', 'check', policy()], environment, clock });
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid: 9 rules') });
  });

  it('reports what a key may not read, and what that leaves unwatched', async () => {
    const { code, stdout } = await init('simulated-pods-only-key');
    expect(code).toBe(0);
    for (const scope of ['billing:read', 'network-volumes:read', 'serverless:read', 'account:read'])
      expect(stdout).toContain(`the API key lacks the scope ${scope}`);
    expect(stdout).toContain('1 project, 1 billing account\n');
    expect(stdout).toContain('account runpod: its figures could not be read\n');
    const text = await readFile(policy(), 'utf8');
    expect(text).toContain('- { name: credit, runway: [72h, 24h, 6h] }');
    expect(text).toContain(
      '# The credit of account runpod is unknown: spendwatch doctor says what is missing.',
    );
  });

  it('is nothing where the key is refused or the address is wrong, which is reported', async () => {
    await rm(policy(), { force: true });
    expect(await init('no-such-key-at-all')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${simulator.url} could not be surveyed: listPods: the cloud rejected`),
    });
    expect(await init('simulated-viewer-key', 'http://127.0.0.1:1')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        'http://127.0.0.1:1 could not be surveyed: listPods: the cloud could not',
      ),
    });
    await expect(readFile(policy())).rejects.toThrow('ENOENT');
  });
});
