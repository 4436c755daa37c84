import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import type { RunningSimulator } from '../../lib/simulators/http/listen.ts';
import { serveDemoAccount, simulatedKeys } from '../../lib/simulators/runpod/simulated.ts';

const top = join(import.meta.dirname, '../..');
const readme = readFileSync(join(top, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text.trim().split('\n'));

/** What a command that goes on by itself prints when it has begun to work. */
const goesOn: readonly (readonly [RegExp, RegExp])[] = [
  [/^npm start$/, /USD/],
  [/spendwatch run$/, /"cloud":"answered".*"event":"pass"/],
];
/** `npm test` runs beside this one; a container needs a daemon, which is asked for. */
const hasDocker = spawnSync('docker', ['compose', 'version']).status === 0;
const isRun = (command: string): boolean =>
  command !== 'npm test' && (hasDocker || !command.startsWith('docker '));

describe('the commands of the README, in their order, on an untouched clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-readme-'));
  const clone = join(folder, 'spendwatch');
  let simulator: RunningSimulator;

  beforeAll(async () => {
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
    for (const name of execFileSync('git', listed, { cwd: top, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean))
      cpSync(join(top, name), join(clone, name));
    simulator = await serveDemoAccount({
      seed: 1,
      clock: systemClock,
      realClock: systemClock,
      perMinute: undefined,
    });
  });
  afterAll(async () => {
    await simulator.close();
    rmSync(folder, { recursive: true });
  });

  const environment = () => ({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
    npm_config_prefix: join(folder, 'global'),
    PATH: [join(folder, 'global/bin'), process.env['PATH']].join(delimiter),
    SPENDWATCH_CLOUD: 'runpod',
    SPENDWATCH_CLOUD_URL: simulator.url,
    SPENDWATCH_REQUESTS_PER_MINUTE: '100000',
  });

  /** Runs a command, answers what it asks, and stops one that goes on as soon as it has begun to work. */
  async function run(command: string): Promise<{ readonly code: unknown; readonly printed: string }> {
    const [, begun] = goesOn.find(([form]) => form.test(command)) ?? [];
    const child = spawn('sh', ['-c', command], { cwd: clone, env: environment(), detached: true });
    const ended = once(child, 'close');
    let printed = '';
    const read = (part: unknown) => {
      printed += String(part);
      if (begun?.test(printed) && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    if (/\binit\b/.test(command)) child.stdin.write(`${simulatedKeys[0]?.key}\ny\n`);
    child.stdin.end();
    const [code] = await ended;
    return { code: begun?.test(printed) ? 0 : code, printed };
  }

  it('are three ways in of at most three lines, and the tests', () => {
    expect(blocks.map((lines) => lines[0])).toEqual([
      'npm start',
      'npm run init -- --cloud runpod',
      'npm run package',
      'npm test',
    ]);
    expect(blocks.filter((lines) => lines.length > 3)).toEqual([]);
  });

  it.each(blocks)('run: %s', async (...commands) => {
    // Each way in is tried by itself.
    for (const name of ['.env', 'spendwatch.yaml', 'spendwatch.key'])
      rmSync(join(clone, name), { force: true });
    for (const command of commands.filter(isRun)) {
      const { code, printed } = await run(command);
      expect(code, `${command}\n${printed}`).toBe(0);
    }
  });
});
