import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
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
const deploy = (name: string): string => readFileSync(join(top, 'docs/deploy', name), 'utf8');
const image = deploy('Dockerfile');
const compose = z
  .object({
    services: z.object({
      spendwatch: z.object({ build: z.object({ dockerfile: z.string() }), volumes: z.array(z.string()) }),
    }),
  })
  .parse(parse(deploy('compose.yaml')));
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
      .replaceAll('%d', here.folder);

  /** Runs a command until it has logged a pass that the cloud answered, and stops it. */
  async function passOf(
    command: string,
    environment: Record<string, string>,
    cwd = here.folder,
  ): Promise<unknown> {
    const [program = '', ...given] = command.split(' ');
    const running = spawn(program, given, {
      cwd,
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

  it.skipIf(!hasSystemd)(
    'include a unit that systemd accepts without a warning (skipped without it)',
    async () => {
      const file = join(here.folder, 'spendwatch.service');
      await writeFile(file, placed(unit));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    },
  );

  it('include a unit whose command polls', async () => {
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

  it('include a container whose command polls RunPod with what init wrote', async () => {
    const simulator = await serveDemoAccount({
      seed: 1,
      clock: systemClock,
      realClock: systemClock,
      perMinute: undefined,
    });
    const written = join(here.folder, 'written');
    mkdirSync(written);
    await copyFile(join(here.folder, 'spendwatch.yaml'), join(written, 'spendwatch.yaml'));
    await writeFile(join(written, 'spendwatch.key'), simulatedKeys[0]?.key ?? '', { mode: 0o600 });
    const settings = {
      SPENDWATCH_CLOUD: 'runpod',
      SPENDWATCH_POLICY: 'spendwatch.yaml',
      SPENDWATCH_API_KEY_FILE: 'spendwatch.key',
      SPENDWATCH_CLOUD_URL: simulator.url,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(written, '.env'), lines.join(''), { mode: 0o600 });
    const { build, volumes } = compose.services.spendwatch;
    expect(existsSync(join(top, build.dockerfile))).toBe(true);
    const [, folder = ''] = /^WORKDIR (.*)$/m.exec(image) ?? [];
    expect(volumes).toContain(`.:${folder}:ro`);
    const [, ledger = ''] = /^VOLUME (.*)$/m.exec(image) ?? [];
    expect(volumes).toContain(`ledger:${ledger}`);
    expect(image).toContain(`ENV SPENDWATCH_DATA=${ledger}\n`);
    const wordsOf = (name: string): string[] =>
      z.array(z.string()).parse(JSON.parse(new RegExp(`^${name} (.*)$`, 'm').exec(image)?.[1] ?? '[]'));
    const [program = '', ...given] = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')];
    const command = [join(here.folder, 'node_modules/.bin', program), ...given].join(' ');
    const environment = { SPENDWATCH_DATA: join(here.folder, 'ledger-of-runpod') };
    expect(await passOf(command, environment, written)).toMatchObject({ cloud: 'answered', failed: 0 });
    await simulator.close();
  });

  it('include a line of a crontab that makes a pass', async () => {
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
