import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { northwind } from '../../../lib/simulators/compute/scenarios/northwind.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
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

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-init-'));
  file = join(folder, 'spendwatch.yaml');
  clock = virtualClock(at('2026-03-17T10:30:00'));
  // A project with one VM: what is found does not matter here.
  const world = createWorld({ seed: 1, clock, events: northwind.slice(0, 2) });
  simulator = await serveSimulator({ world, keys: [{ key, role: 'viewer' }] });
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

describe('the questions of init', () => {
  it('ask for the cloud, its address and the key, which is stored readable by its owner only', async () => {
    const { code, stdout, stderr } = await init({
      typed: `azure\ncompute\napi.example.com\n${simulator.url}/\n${key}\ny\n`,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('Cloud (compute or runpod): ');
    expect(stderr).toContain('It must be a cloud that spendwatch knows: compute, runpod: ');
    expect(stderr).toContain("Address of the cloud's API: ");
    expect(stderr).toContain('It must look like https://host');
    expect(stdout + stderr).not.toContain(key);
    const kept = join(folder, 'spendwatch.key');
    expect(await readFile(kept, 'utf8')).toBe(`${key}\n`);
    if (process.platform !== 'win32') expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(`export SPENDWATCH_API_KEY_FILE=${kept}`);
    expect(await readFile(file, 'utf8')).not.toContain(key);
  });

  it('store no key where the answer is no', async () => {
    const { code, stdout } = await init({ typed: `compute\n${simulator.url}\n${key}\nn\n` });
    expect(code).toBe(0);
    expect(await readdir(folder)).toEqual(['spendwatch.yaml']);
    expect(stdout).toContain('chmod 600');
  });

  it('ask again for a key that the cloud rejects', async () => {
    const typed = `compute\n${simulator.url}\n${markedKey('wrong')}\n${key}\nn\n`;
    const { code, stdout, stderr } = await init({ typed });
    expect(code).toBe(0);
    expect(stderr.match(/API key for http:\/\/\S+ \(not shown\)/g)).toHaveLength(2);
    expect(stdout + stderr).not.toContain(markedKey('wrong'));
  });

  it('ask for a route on a terminal, whose URL is stored readable by its owner only and tested', async () => {
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
      says: 'Alerts go over slack; spendwatch test-alert sends a test message.',
    },
  ])('leave a route as it is where there $what, and print where alerts go', async ({ environment, says }) => {
    const { code, stdout } = await init({ environment: { ...known(), ...environment } });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(says) });
  });

  it('are not asked where everything is given, with the key in a file', async () => {
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

  it('without an answer end with 2 and nothing written', async () => {
    const { code, stderr } = await init({ typed: `compute\n${simulator.url}\n` });
    expect(code).toBe(2);
    expect(stderr).toContain('no answer: set the value');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('an existing policy', () => {
  const mine = 'mine: true\n';

  it.each([
    { typed: 'n\n', options: [], code: 2, kept: true },
    { typed: '\n', options: [], code: 2, kept: true },
    { typed: '', options: [], code: 2, kept: true },
    { typed: 'yes\n', options: [], code: 0, kept: false },
    { typed: '', options: ['--force'], code: 0, kept: false },
  ])(
    'with the answer $typed and the options $options is kept: $kept',
    async ({ typed, options, code, kept }) => {
      await writeFile(file, mine);
      expect(await init({ options, typed, environment: known() })).toMatchObject({ code });
      expect((await readFile(file, 'utf8')) === mine).toBe(kept);
      expect(await readdir(folder)).toEqual(['spendwatch.yaml']);
    },
  );
});

it('a missing folder is reported before anything is asked', async () => {
  file = join(folder, 'none', 'spendwatch.yaml');
  const { code, stderr } = await init({ environment: known() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `${join(folder, 'none')} does not exist or is not writable\n`,
  });
});

describe('a cloud that cannot be surveyed', () => {
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
