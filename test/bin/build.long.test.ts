import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const top = join(import.meta.dirname, '../..');
const execute = promisify(execFile);
let folder: string;
const spendwatch = (...given: string[]) =>
  execute(process.execPath, [join(folder, 'dist/spendwatch.js'), ...given], { cwd: folder });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-build-'));
  await execute(process.execPath, ['--import', 'tsx', 'bin/build.ts', join(folder, 'dist')], { cwd: top });
  await copyFile(join(top, 'package.json'), join(folder, 'package.json'));
  await symlink(join(top, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

it('knows its version and its commands without its sources', async () => {
  const { version } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
  expect((await spendwatch('--version')).stdout).toBe(`${version}\n`);
  expect((await spendwatch('--help')).stdout).toContain('\n  status ');
});

it('plays the demo, dashboard included', async () => {
  const { stdout } = await spendwatch('demo', '--plain', '--until', '2h', '--speed', '100000');
  expect(stdout).toContain('Dashboard: http://127.0.0.1:');
  expect(stdout).toContain('Scenario finished.');
});

it('holds nothing of the CDK, and loads the dashboard for the commands that serve it alone', async () => {
  const files = await Promise.all(
    (await readdir(join(folder, 'dist')))
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => ({ name, text: await readFile(join(folder, 'dist', name), 'utf8') })),
  );
  expect(files.filter(({ text }) => text.includes('aws-cdk-lib')).map(({ name }) => name)).toEqual([]);
  /** The files that one loads at once. */
  const loads = (name: string, seen = new Set<string>()): Set<string> => {
    const { text = '' } = files.find((file) => file.name === name) ?? {};
    seen.add(name);
    for (const [, other = ''] of text.matchAll(/^(?:import|\} from|import .* from) ?"\.\/(.+?)";/gm))
      if (!seen.has(other)) loads(other, seen);
    return seen;
  };
  const partOf = (command: string) => files.find(({ name }) => name.startsWith(`${command}-`))?.name ?? '';
  const page = files.find(({ text }) => text.includes('// lib/dashboard/page-files.ts'))?.name ?? '';
  expect(loads(partOf('dashboard'))).toContain(page);
  expect(loads(partOf('status'))).not.toContain(page);
});
