import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { northwind } from '../../../lib/simulator/scenarios/northwind.ts';
import { type RunningSimulator, type ServeOptions, serveSimulator } from '../../../lib/simulator/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulator/virtual-clock.ts';
import { createWorld } from '../../../lib/simulator/world/world.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { ran } from '../../support/commands/a-process.ts';
import { onTerminal } from '../../support/commands/on-terminal.ts';
import { rudeService } from '../../support/rude-service.ts';

const key = markedKey('init');

let folder: string;
let file: string;
let clock: VirtualClock;
let simulator: RunningSimulator;

function serve(options: Partial<ServeOptions> = {}): Promise<RunningSimulator> {
  const world = createWorld({ seed: 1, clock, events: northwind });
  return serveSimulator({ world, keys: [{ key, role: 'viewer' }], ...options });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-init-'));
  file = join(folder, 'spendwatch.yaml');
  clock = virtualClock(at('2026-03-17T10:30:00'));
  simulator = await serve();
});

afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

type Given = {
  readonly options?: readonly string[];
  readonly environment?: Environment;
  readonly typed?: string;
};

const init = ({ options = [], environment = {}, typed = '' }: Given) =>
  ran({ arguments: ['init', '--policy', file, ...options], environment, clock, typed });

const known = (): Environment => ({ SPENDWATCH_CLOUD_URL: simulator.url, SPENDWATCH_API_KEY: key });

describe('what init writes', () => {
  it('is a policy that the reader takes, with a rule for each thing that was found', async () => {
    const { code, stdout } = await init({ environment: known() });
    expect(code).toBe(0);
    expect(stdout).toContain('4 projects, 1 billing account');
    expect(stdout).toContain('12 GPUs (A100 80GB PCIe, L40S)');
    expect(stdout).toContain('in mode observe');
    const policy = readPolicy(await readFile(file, 'utf8'), file);
    expect(policy.rules.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      'budget: account northwind',
      'budget: project ml-infra',
      'budget: project render',
      'budget: project prod-web',
      'budget: project research',
      'runway: credit',
      'account-state: account state',
      'rate: hourly limit',
      'rate: monthly limit',
      'anomaly: unusual spend',
      'freshness: sight',
      'reconcile: the bill',
      'idle: forgotten machines',
      'waste: leftovers',
    ]);
    expect(await readFile(file, 'utf8')).toMatch(/idle: learned\n +risk: 5%\n +until-known: 12h\n/);
    expect(policy.rules.every((rule) => !('mode' in rule) || rule.mode === 'observe')).toBe(true);
    expect(policy.protect).toEqual([
      { kind: 'matching', match: { project: 'prod-web' } },
      { kind: 'matching', match: { metadata: { env: 'production' } } },
      { kind: 'younger-than', age: 7_200_000 },
    ]);
  });

  it('has budgets a fifth above what a month comes to at the current rate', async () => {
    await init({ environment: known() });
    const text = await readFile(file, 'utf8');
    const { rules } = readPolicy(text, file);
    const limits = rules.flatMap((rule) => (rule.kind === 'budget' ? [rule.limit.toFixed()] : []));
    // 18.72 USD/h in ml-infra: 13,665.60 USD in 730 hours, 16,398.72 with a fifth more.
    expect(text).toContain('18.72 USD/h now');
    expect(limits[1]).toBe('17000');
  });

  it('suggests of GPUs what the reader would take too', async () => {
    await init({ environment: known() });
    const text = await readFile(file, 'utf8');
    const more = readPolicy(text.replaceAll('# - { name: old', '- { name: old'), file);
    expect(more.rules.filter(({ kind }) => kind === 'lifetime').map(({ name }) => name)).toEqual([
      'old A100 80GB PCIe',
      'old L40S',
    ]);
  });

  it('goes without what the platform does not show, and says what that leaves unwatched', async () => {
    await simulator.close();
    simulator = await serve({ dialect: 'platform-2026', without: ['monitorVm'] });
    const { code, stdout } = await init({ environment: known() });
    expect(code).toBe(0);
    // No rule learns from samples that nobody can read.
    expect(await readFile(file, 'utf8')).toMatch(/idle: 12h\n/);
    expect(stdout).toContain(
      'the platform does not support project spend directly; fallback: the spend of the billing account',
    );
    expect(() => readPolicy('', file)).toThrow();
    expect(readPolicy(await readFile(file, 'utf8'), file).rules.length).toBeGreaterThan(5);
  });
});

describe('the questions of init', () => {
  it('are for the address and the key, which is kept where only its owner may read it', async () => {
    const { code, stdout, stderr } = await init({ typed: `api.example.com\n${simulator.url}/\n${key}\ny\n` });
    expect(code).toBe(0);
    expect(stderr).toContain("Address of the cloud's API: ");
    expect(stderr).toContain('It must look like https://host');
    expect(stdout + stderr).not.toContain(key);
    const kept = join(folder, 'spendwatch.key');
    expect(await readFile(kept, 'utf8')).toBe(`${key}\n`);
    if (process.platform !== 'win32') expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(`export SPENDWATCH_API_KEY_FILE=${kept}`);
    expect(await readFile(file, 'utf8')).not.toContain(key);
  });

  it('keep no key where its owner does not want that', async () => {
    const { code, stdout } = await init({ typed: `${simulator.url}\n${key}\nn\n` });
    expect(code).toBe(0);
    expect(await readdir(folder)).toEqual(['spendwatch.yaml']);
    expect(stdout).toContain('chmod 600');
  });

  it('ask again for a key that the cloud does not take', async () => {
    const typed = `${simulator.url}\n${markedKey('wrong')}\n${key}\nn\n`;
    const { code, stdout, stderr } = await init({ typed });
    expect(code).toBe(0);
    expect(stderr.match(/API key \(not shown\)/g)).toHaveLength(2);
    expect(stdout + stderr).not.toContain(markedKey('wrong'));
  });

  it('are for a route on a terminal, whose URL is kept where only its owner may read it, and is tested', async () => {
    const { url, received } = await rudeService((response) => response.end('ok'));
    const hook = `${url}/services/${markedKey('hook')}`;
    const asked = { arguments: ['init', '--policy', file], environment: known(), clock };
    const { code, shown, stdout } = await onTerminal(asked, ['slack', hook]);
    expect(code).toBe(0);
    expect(shown).toMatch(/SPENDWATCH_SLACK_URL must look like https.*Enter for none/);
    expect(shown + stdout).not.toContain(markedKey('hook'));
    const kept = join(folder, 'spendwatch.slack');
    expect(await readFile(kept, 'utf8')).toBe(`${hook}\n`);
    if (process.platform !== 'win32') expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(`export SPENDWATCH_SLACK_URL=file:${kept}\n`);
    expect(stdout).toMatch(/\nA test message over the route:\nslack {2}accepted\n$/);
    expect(received).toHaveLength(1);
  });

  it.each([
    { what: 'is none', environment: {}, says: 'No route is set: alerts are printed where spendwatch runs' },
    {
      what: 'is one already',
      environment: { SPENDWATCH_SLACK_URL: 'https://hooks.example.com/services/x' },
      says: 'Alerts go over slack; npx spendwatch test-alert sends a test message.',
    },
  ])('leave a route that $what as it is, and say where alerts go', async ({ environment, says }) => {
    const { code, stdout } = await init({ environment: { ...known(), ...environment } });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(says) });
  });

  it('are not asked where all is given, with the key in a file', async () => {
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, key, { mode: 0o600 });
    const options = ['--cloud-url', simulator.url, '--key-file', keyFile];
    const { code, stdout, stderr } = await init({
      options,
      environment: { SPENDWATCH_API_KEY: markedKey('other') },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Surveying the cloud ...\n' });
    expect(stdout).toContain(`SPENDWATCH_API_KEY_FILE=${keyFile}`);
  });

  it('that nobody answers end with 2 and nothing written', async () => {
    const { code, stderr } = await init({ typed: `${simulator.url}\n` });
    expect(code).toBe(2);
    expect(stderr).toContain('no answer: set the value');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a policy that is there already', () => {
  const mine = 'mine: true\n';

  it.each([
    { typed: 'n\n', options: [], code: 2, kept: true },
    { typed: '\n', options: [], code: 2, kept: true },
    { typed: '', options: [], code: 2, kept: true },
    { typed: 'yes\n', options: [], code: 0, kept: false },
    { typed: '', options: ['--force'], code: 0, kept: false },
  ])('and the answer $typed with $options: kept $kept', async ({ typed, options, code, kept }) => {
    await writeFile(file, mine);
    expect(await init({ options, typed, environment: known() })).toMatchObject({ code });
    expect((await readFile(file, 'utf8')) === mine).toBe(kept);
    expect(await readdir(folder)).toEqual(['spendwatch.yaml']);
  });
});

it('a folder that is not there is told before anything is asked', async () => {
  file = join(folder, 'none', 'spendwatch.yaml');
  const { code, stderr } = await init({ environment: known() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `${join(folder, 'none')} does not exist or is not writable\n`,
  });
});

describe('a cloud that cannot be looked at', () => {
  it.each([
    {
      what: 'rejects the key',
      environment: () => ({ ...known(), SPENDWATCH_API_KEY: markedKey('wrong') }),
      code: 2,
    },
    {
      what: 'is not there',
      environment: () => ({ ...known(), SPENDWATCH_CLOUD_URL: 'http://127.0.0.1:1' }),
      code: 3,
    },
    {
      what: 'has no such address',
      environment: () => ({ ...known(), SPENDWATCH_CLOUD_URL: 'ftp://x' }),
      code: 2,
    },
  ])('because it $what exits with $code and leaves nothing behind', async ({ environment, code }) => {
    const found = await init({ environment: environment() });
    expect(found).toMatchObject({ code, stdout: '' });
    expect(found.stderr).not.toContain(markedKey('wrong'));
    expect(await readdir(folder)).toEqual([]);
  });
});
