import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { hours } from '../../lib/model/time/time.ts';
import { serveDemoAccount, simulatedKeys } from '../../lib/simulators/runpod/simulated.ts';
import { markedKey } from '../support/api-key.ts';
import { demoCloudNow } from '../support/clouds/demo-cloud-now.ts';
import { type APackage, packed } from './a-package.ts';

const top = join(import.meta.dirname, '../..');
const page = readFileSync(join(top, 'docs/running.md'), 'utf8');
const fenced = (language: string, within: string): string => {
  const all = [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))];
  return all.map(([, text = '']) => text).find((text) => text.includes(within)) ?? '';
};
const unit = fenced('ini', '[Service]');
const image = fenced('dockerfile', 'FROM');
const { services } = z
  .object({ services: z.object({ spendwatch: z.object({ environment: z.record(z.string(), z.string()) }) }) })
  .parse(parse(fenced('yaml', 'services:')));
const [, cron = ''] = /^\*\/5 \* \* \* \* {2}(.*)$/m.exec(page) ?? [];

/** The first pass reads past spend by hundreds of requests, for which no test waits. */
const atFullSpeed = { SPENDWATCH_REQUESTS_PER_MINUTE: '100000' };
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the forms of running on one machine that the page shows, from the package', () => {
  let here: APackage;
  beforeAll(async () => {
    here = await packed();
    await copyFile(join(top, 'docs/spendwatch.example.yaml'), join(here.folder, 'spendwatch.yaml'));
  });
  afterAll(() => here.remove());

  /** What is written for a machine of its own, in the folder of this test. */
  const placed = (text: string): string =>
    text
      .replaceAll('/opt/spendwatch', here.folder)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/etc/spendwatch', here.folder)
      .replaceAll('/var/lib/spendwatch', join(here.folder, 'ledger'))
      .replaceAll(/(?<= )\/ledger/g, join(here.folder, 'ledger-of-runpod'))
      .replaceAll('%d', here.folder);

  /** Runs a command until it has logged a pass that the cloud answered, and stops it. */
  async function passOf(command: string, environment: Record<string, string>): Promise<unknown> {
    const [program = '', ...given] = command.split(' ');
    const running = spawn(program, given, {
      cwd: here.folder,
      env: { PATH: process.env['PATH'], ...atFullSpeed, ...environment },
    });
    const ended = once(running, 'exit');
    let pass: unknown;
    for await (const line of createInterface({ input: running.stdout })) {
      const logged = JSON.parse(line);
      if (logged.event !== 'pass') continue;
      pass = logged;
      running.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    return pass;
  }

  it.skipIf(!hasSystemd)('are a unit that systemd reads without a remark (skipped without it)', async () => {
    const file = join(here.folder, 'spendwatch.service');
    await writeFile(file, placed(unit));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('are a unit whose command watches', async () => {
    const key = markedKey('unit');
    const simulator = await demoCloudNow(hours(1), [{ key, role: 'editor' }]);
    for (const name of ['viewer-key', 'editor-key'])
      await writeFile(join(here.folder, name), key, { mode: 0o600 });
    const settings = [...placed(unit).matchAll(/^Environment=(\w+)=(.*)$/gm)];
    const environment = Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(placed(unit)) ?? [];
    expect(await passOf(command, { ...environment, SPENDWATCH_CLOUD_URL: simulator.url })).toMatchObject({
      cloud: 'answered',
      failed: 0,
    });
    await simulator.close();
  });

  it('are a container whose command watches RunPod with the settings of the compose file', async () => {
    const simulator = await serveDemoAccount({
      seed: 1,
      clock: systemClock,
      realClock: systemClock,
      perMinute: undefined,
    });
    await writeFile(join(here.folder, 'viewer.key'), simulatedKeys[0]?.key ?? '', { mode: 0o600 });
    const wordsOf = (name: string): string[] =>
      z.array(z.string()).parse(JSON.parse(new RegExp(`^${name} (.*)$`, 'm').exec(image)?.[1] ?? '[]'));
    const command = placed([...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')].join(' '));
    const settings = Object.entries(services.spendwatch.environment).map(([name, value]) => [
      name,
      placed(value),
    ]);
    expect(
      await passOf(command, {
        ...Object.fromEntries(settings),
        SPENDWATCH_CLOUD_URL: simulator.url,
      }),
    ).toMatchObject({ cloud: 'answered', failed: 0 });
    await simulator.close();
  });

  it('are a line of a crontab that makes a pass', async () => {
    const key = markedKey('cron');
    const simulator = await demoCloudNow(hours(1), [{ key, role: 'viewer' }]);
    await writeFile(join(here.folder, 'spendwatch.key'), key, { mode: 0o600 });
    const line = placed(cron)
      .replace(/^[*\d/ ]+/, '')
      .replace('https://api.example.com', simulator.url);
    const pass = spawn('sh', ['-c', `${line} --json`], {
      env: { PATH: process.env['PATH'], ...atFullSpeed },
    });
    const [printed, errors]: [string[], string[]] = [[], []];
    pass.stdout.on('data', (part) => printed.push(String(part)));
    pass.stderr.on('data', (part) => errors.push(String(part)));
    const [code] = await once(pass, 'close');
    expect([errors.join(''), [0, 1].includes(code)]).toEqual(['', true]);
    expect(Object.keys(JSON.parse(printed.join('')))).toContain('messages');
    await simulator.close();
  });
});
