import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { instant } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { markedKey } from '../../support/api-key.ts';
import { onTerminal } from '../../support/commands/on-terminal.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const key = markedKey('settings-file');
const clock = virtualClock(instant(Date.parse('2026-03-01T12:34:56Z')));
const policy = 'version: 1\nrules: [{ name: small budget, budget: 1 USD a month }]\n';

let folder: string;
let simulator: RunningSimulator;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-settings-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  await writeFile(join(folder, 'viewer.key'), key, { mode: 0o600 });
  const before = '2026-03-01T09:00:00Z';
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    newVm(before, 'lab', 'vm-1', { priceHr: '10' }),
  ];
  const world = createWorld({ seed: 1, clock, events });
  simulator = await serveSimulator({ world, keys: [{ key, role: 'editor' }] });
});

afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'settings.yaml');
const whole = () => `policy: policy.yaml
data: ledger
connections:
  - address: ${simulator.url}
    viewer-key: file:viewer.key
`;

async function command(words: string, text: string, environment: Environment = {}) {
  await writeFile(file(), text);
  const given = { SPENDWATCH_SETTINGS: file(), ...environment };
  return runCommand({ arguments: words.split(' '), environment: given, clock });
}

describe('a settings file on one machine', () => {
  it('takes the place of every variable, for commands that call the cloud and those that read', async () => {
    const once = await command('once', whole());
    expect(once).toMatchObject({ code: 1, stderr: '' });
    expect(once.stdout).toContain('Project lab has reached 100% of the budget "small budget".');
    expect((await command('spend --json', whole())).stdout).toContain('"project/lab"');
  });

  it('yields to a variable of the environment', async () => {
    const check = await command('policy check', whole(), { SPENDWATCH_POLICY: join(folder, 'none.yaml') });
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('none.yaml');
  });

  it('names its line in a mistake that only the use of a setting shows', async () => {
    const { code, stderr } = await command('status', `${whole()}poll-interval: soon\nlog-level: loud\n`);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      '2 mistakes in the settings',
      `${file()}:7 log-level must be one of info, warn, error`,
      `${file()}:6 poll-interval must be a duration from 1m to 1h, such as 5m or 1h`,
    ]);
  });

  it('never has a key in it, which no message repeats', async () => {
    const { code, stderr } = await command('once', whole().replace('file:viewer.key', key));
    expect(code).toBe(2);
    expect(stderr).toContain(`${file()}:5 holds what looks like a key or a secret`);
    expect(stderr).not.toContain(key);
  });

  it('says where a key is missing', async () => {
    const { code, stderr } = await command('once', whole().replace('viewer.key', 'nowhere.key'));
    expect(code).toBe(2);
    expect(stderr.trim()).toBe(`cannot read the key file ${join(folder, 'nowhere.key')}: no such file`);
  });

  it('is refused beside a connection of the environment', async () => {
    const { code, stderr } = await command('once', whole(), { SPENDWATCH_API_KEY: key });
    expect(code).toBe(2);
    expect(stderr).toContain('SPENDWATCH_API_KEY conflicts with the connections of the settings file');
  });

  it.skipIf(process.platform === 'win32')('is refused where every user can change it', async () => {
    await writeFile(file(), whole());
    await chmod(file(), 0o666);
    const { code, stderr } = await command('once', whole());
    expect(code).toBe(2);
    expect(stderr).toContain(`is a file that every user can change: ${file()}; run chmod o-w ${file()}`);
  });

  it('must be there where a variable names it', async () => {
    const environment = { SPENDWATCH_SETTINGS: join(folder, 'none.yaml') };
    const { code, stderr } = await runCommand({ arguments: ['status'], environment, clock });
    expect(code).toBe(2);
    expect(stderr).toContain('SPENDWATCH_SETTINGS names a file that cannot be read');
  });

  it('is not looked for beside the policy, which may come from elsewhere', async () => {
    await writeFile(file(), 'no setting\n');
    const environment = { SPENDWATCH_POLICY: join(folder, 'policy.yaml') };
    expect(await runCommand({ arguments: ['policy', 'check'], environment, clock })).toMatchObject({
      code: 0,
    });
  });

  it('leaves a demo, a simulator and the completion of words alone', async () => {
    expect(await command('completion bash', 'no setting\n')).toMatchObject({ code: 0, stderr: '' });
  });

  it('has no key asked for on a terminal', async () => {
    await writeFile(file(), whole());
    const environment = { SPENDWATCH_SETTINGS: file() };
    const { code, shown } = await onTerminal({ arguments: ['once'], environment, clock }, []);
    expect(code).toBe(1);
    expect(shown).not.toContain('API key');
  });
});
