import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { onTerminal } from '../../support/commands/on-terminal.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const policy = 'version: 1\nrules: [{ name: small budget, budget: 1 USD a month }]\n';

let place: Awaited<ReturnType<typeof aWorkplace>>;
beforeEach(async () => {
  place = await aWorkplace({ policy });
  await writeFile(join(place.folder, 'viewer.key'), place.key, { mode: 0o600 });
});

const file = () => join(place.folder, 'settings.yaml');
const whole = () => `policy: policy.yaml
data: ledger
connections:
  - address: ${place.environment().SPENDWATCH_CLOUD_URL}
    viewer-key: file:viewer.key
`;

async function command(words: string, text: string, environment: Environment = {}) {
  await writeFile(file(), text, { mode: 0o600 });
  const given = { SPENDWATCH_SETTINGS: file(), ...environment };
  return runCommand({ arguments: words.split(' '), environment: given, clock: place.clock });
}

describe('a settings file on one machine', () => {
  it('replaces every variable, for commands that call the cloud and those that read the ledger', async () => {
    const once = await command('once', whole());
    expect(once).toMatchObject({ code: 1, stderr: '' });
    expect(once.stdout).toMatch(/Project lab has spent [\d.,]+ of 1\.00 USD\./);
    expect((await command('spend --json', whole())).stdout).toContain('"project/lab"');
  });

  it('is overridden by a variable of the environment', async () => {
    const check = await command('policy check', whole(), {
      SPENDWATCH_POLICY: join(place.folder, 'none.yaml'),
    });
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('none.yaml');
  });

  it('is named with its line in a mistake that only the use of a setting shows', async () => {
    const { code, stderr } = await command('status', `${whole()}poll-interval: soon\nlog-level: loud\n`);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      '2 mistakes in the settings',
      `${file()}:7 log-level must be one of info, warn, error`,
      `${file()}:6 poll-interval must be a duration from 1m to 1h, such as 5m or 1h`,
    ]);
  });

  it('is refused with a key in it, which no message repeats', async () => {
    const { code, stderr } = await command('once', whole().replace('file:viewer.key', place.key));
    expect(code).toBe(2);
    expect(stderr).toContain(`${file()}:5 holds what looks like a key or a secret`);
    expect(stderr).not.toContain(place.key);
  });

  it('is reported with the place of a missing key', async () => {
    const { code, stderr } = await command('once', whole().replace('viewer.key', 'nowhere.key'));
    expect(code).toBe(2);
    expect(stderr.trim()).toBe(`cannot read the key file ${join(place.folder, 'nowhere.key')}: no such file`);
  });

  it('is refused beside a connection of the environment', async () => {
    const { code, stderr } = await command('once', whole(), { SPENDWATCH_API_KEY: place.key });
    expect(code).toBe(2);
    expect(stderr).toContain('SPENDWATCH_API_KEY conflicts with the connections of the settings file');
  });

  it.skipIf(process.platform === 'win32')('is read with a warning where others can change it', async () => {
    await writeFile(file(), whole());
    await chmod(file(), 0o666);
    const { code, stderr } = await command('policy check', whole());
    expect(code).toBe(0);
    expect(stderr).toContain(`Warning: ${file()} can be changed by other users: run chmod go-w ${file()}`);
  });

  it('must exist where a variable names it', async () => {
    const environment = { SPENDWATCH_SETTINGS: join(place.folder, 'none.yaml') };
    const { code, stderr } = await runCommand({ arguments: ['status'], environment, clock: place.clock });
    expect(code).toBe(2);
    expect(stderr).toContain('SPENDWATCH_SETTINGS names a file that cannot be read');
  });

  it('is not searched for beside the policy, which may come from elsewhere', async () => {
    await writeFile(file(), 'no setting\n');
    const environment = { SPENDWATCH_POLICY: place.policyFile };
    expect(
      await runCommand({ arguments: ['policy', 'check'], environment, clock: place.clock }),
    ).toMatchObject({
      code: 0,
    });
  });

  it('does not affect the demo', async () => {
    expect(
      await command('demo --plain --no-dashboard --until 1m --speed 6000', 'no setting\n'),
    ).toMatchObject({ code: 0, stderr: '' });
  });

  it('prevents the question for a key on a terminal', async () => {
    await writeFile(file(), whole());
    const environment = { SPENDWATCH_SETTINGS: file() };
    const { code, shown } = await onTerminal({ arguments: ['once'], environment, clock: place.clock }, []);
    expect(code).toBe(1);
    expect(shown).not.toContain('API key');
  });
});
