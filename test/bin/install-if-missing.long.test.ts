import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const bin = join(import.meta.dirname, '../../bin');

type Package = { version: string; optional?: boolean; os?: string[]; cpu?: string[] };
type Packages = Readonly<Record<string, Package>>;

const locked = {
  '': { version: '0.1.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, os: ['plan9'] },
} satisfies Packages;
const { 'node_modules/zod': zod } = locked;

describe('installing before a start', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** Runs the script in a checkout where `installed` is in node_modules, with an npm that only prints that it was called. */
  function run({
    installed,
    node = '>=20.19',
    npm = '',
    given = [],
    isBuilt = false,
  }: {
    installed?: Packages;
    node?: string;
    npm?: string;
    given?: readonly string[];
    isBuilt?: boolean;
  }) {
    const folder = mkdtempSync(join(tmpdir(), 'install-'));
    folders.push(folder);
    const write = (file: string, content: unknown) =>
      writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
    mkdirSync(join(folder, 'bin'));
    for (const name of ['install-if-missing.mjs', 'build-state.mjs'])
      copyFileSync(join(bin, name), join(folder, 'bin', name));
    write('package.json', { engines: { node } });
    write('package-lock.json', { packages: locked });
    write(
      'npm-cli.js',
      `require('node:fs').appendFileSync('asked', process.argv.slice(2).join(' ') + ';'); ${npm}`,
    );
    if (installed) {
      mkdirSync(join(folder, 'node_modules'));
      write('node_modules/.package-lock.json', { packages: installed });
    }
    if (isBuilt) {
      for (const name of ['lib', 'dist']) mkdirSync(join(folder, name));
      for (const file of ['lib/source.ts', 'dist/spendwatch.js']) write(file, '');
    }
    const environment = { ...process.env, npm_execpath: join(folder, 'npm-cli.js') };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'bin/install-if-missing.mjs'), ...given],
      {
        cwd: tmpdir(),
        env: environment,
        encoding: 'utf8',
      },
    );
    const asked = existsSync(join(folder, 'asked')) ? readFileSync(join(folder, 'asked'), 'utf8') : '';
    return { status, stdout, stderr, asked };
  }

  it('installs nothing, and prints nothing, when everything is installed', () => {
    const installed = { 'node_modules/zod': zod, 'node_modules/left-over': { version: '9.9.9' } };
    expect(run({ installed })).toEqual({ status: 0, stdout: '', stderr: '', asked: '' });
  });

  it.each([
    ['nothing was ever installed', undefined, 'node_modules is not complete'],
    ['a package is missing', {}, 'package-lock.json asks for other versions'],
    [
      'a package is of another version',
      { 'node_modules/zod': { version: '4.0.0' } },
      'package-lock.json asks for other',
    ],
    [
      'the packages are for another kind of machine',
      { 'node_modules/zod': zod, 'node_modules/native-elsewhere': locked['node_modules/native-elsewhere'] },
      'node_modules is of another kind of machine',
    ],
  ])('installs, with the reason in one line, when %s', (_, installed, reason) => {
    const { status, stdout, stderr, asked } = run({
      ...(installed && { installed }),
      npm: "console.log('noise')",
    });
    expect({ status, stderr, asked }).toEqual({ status: 0, stderr: '', asked: 'ci;' });
    expect(stdout).toContain(reason);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([
    ['nothing is installed', {}, 'ci;run build;'],
    ['only the build is missing', { installed: { 'node_modules/zod': zod } }, 'run build;'],
    ['nothing is missing', { installed: { 'node_modules/zod': zod }, isBuilt: true }, ''],
  ])('builds what is missing, with the option for it, when %s', (_, checkout, asked) => {
    expect(run({ ...checkout, given: ['--build'] })).toMatchObject({ status: 0, stderr: '', asked });
  });

  it('shows the whole output of npm when it failed', () => {
    const { status, stderr } = run({ npm: "console.log('out'); console.error('err'); process.exit(3)" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/out[\s\S]*err[\s\S]*npm ci failed/);
  });

  it('installs nothing under a Node that is too old', () => {
    const { status, stderr, asked } = run({ node: '>=99.1' });
    expect({ status, asked }).toEqual({ status: 1, asked: '' });
    expect(stderr).toBe(`spendwatch needs Node 99.1 or later, and this is ${process.versions.node}.\n`);
  });

  it('compares versions as numbers, not as text', () => {
    const [major = '', minor = ''] = process.versions.node.split('.');
    expect(run({ installed: locked, node: `>=${major}.${Number(minor) + 1}` }).status).toBe(1);
    expect(run({ installed: { 'node_modules/zod': zod }, node: '>=9.99' }).status).toBe(0);
  });
});
