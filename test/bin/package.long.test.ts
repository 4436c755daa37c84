import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { hours } from '../../lib/model/time/time.ts';
import { serveDemoAccount } from '../../lib/simulators/runpod/simulated.ts';
import { markedKey } from '../support/api-key.ts';
import { demoCloudNow } from '../support/clouds/demo-cloud-now.ts';
import { type APackage, packed } from './a-package.ts';

const top = join(import.meta.dirname, '../..');
const readme = readFileSync(join(top, 'README.md'), 'utf8');
const [, example = ''] = readme.match(/```ts\n(.*?)```/s) ?? [];

describe('the package in an empty folder', () => {
  let here: APackage;
  beforeAll(async () => {
    here = await packed();
    await copyFile(join(top, 'docs/spendwatch.example.yaml'), join(here.folder, 'spendwatch.yaml'));
  });
  afterAll(() => here.remove());
  const spendwatch = (...given: string[]) =>
    here.run(process.execPath, join(here.installed, 'bin/spendwatch.mjs'), ...given);
  const files = () =>
    readdirSync(here.installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(here.installed, name)).isFile(),
    );

  it('holds the build and the documents, in at most 26.5 MB', () => {
    const size = files().reduce((sum, name) => sum + statSync(join(here.installed, name)).size, 0);
    expect(size).toBeLessThan(26_500_000);
    expect(new Set(files().map((name) => name.split('/')[0]))).toEqual(
      new Set(['bin', 'dist', 'docs', 'LICENSE', 'package.json', 'README.md']),
    );
    expect(files().filter((name) => /\.tsx?$/.test(name.replace(/\.d\.ts$/, '')))).toEqual([]);
  });

  it('holds the licences of the packages in its code, and those of each function beside it', () => {
    const licencesIn = (file: string) => readFileSync(join(here.installed, 'dist', file), 'utf8');
    for (const name of ['zod', 'commander', 'preact', 'uplot', '@aws-sdk/client-dynamodb'])
      expect(licencesIn('LICENSES.txt')).toMatch(new RegExp(`^${name}@\\d.* \\(.+\\)$`, 'm'));
    expect(licencesIn('LICENSES.txt')).toContain('Permission is hereby granted, free of charge');
    expect(licencesIn('functions/watch/LICENSES.txt')).toMatch(/^decimal\.js@/m);
    expect(licencesIn('functions/watch/LICENSES.txt')).not.toMatch(/^preact@/m);
  });

  it('makes a release without its sources, and reports a mistake in one line', async () => {
    const stage = { cloudUrl: 'https://api.example.com', policy: 'spendwatch.yaml' };
    const release = async (settings: object) => {
      const context = { stages: { Spendwatch: settings } };
      await writeFile(join(here.folder, 'cdk.json'), JSON.stringify({ context }));
      return here.run(
        'env',
        ...['-u', 'INIT_CWD', 'npm', 'run', '--silent', 'release', '--prefix', here.installed],
      );
    };
    await release(stage);
    const made = readdirSync(join(here.folder, 'release'));
    expect(made.filter((file) => !file.endsWith('.zip'))).toEqual([
      'SHA256SUMS',
      'spendwatch.cdx.json',
      'spendwatch.template.json',
    ]);
    expect(made.filter((file) => file.endsWith('.zip')).length).toBeGreaterThan(2);
    await expect(release({ ...stage, shards: 0 })).rejects.toMatchObject({
      stderr: '1 mistake in the settings\nSpendwatch.shards must be a whole number from 1 to 64\n',
    });
  });

  it('prints its version and its commands without its sources', async () => {
    const { version } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
    expect((await spendwatch('--version')).stdout).toBe(`${version}\n`);
    const { stdout: help } = await spendwatch('--help');
    expect(help).toContain('\n  status ');
    expect(help).toBe(
      (await here.run(process.execPath, join(here.installed, 'dist/spendwatch.js'), '--help')).stdout,
    );
    expect((await spendwatch('init', '--help')).stdout).toContain('spendwatch init');
  });

  it.each(['checkout', 'package'])('prints commands that run as they are printed, in a %s', async (place) => {
    const [cwd, bin] =
      place === 'checkout' ? [top, join(top, 'bin')] : [here.folder, join(here.installed, 'bin')];
    const own = `${process.execPath} ${join(bin, 'spendwatch.mjs')}`;
    const demo = 'demo --plain --until 5m --speed 1e9 --no-dashboard';
    const starts = place === 'checkout' ? [own] : ['npx --no-install spendwatch', own];
    for (const start of starts) {
      const { stdout } = await here.run('sh', '-c', `cd ${cwd} && env -u npm_command ${start} ${demo}`);
      const [, printed = ''] = /^ +(.* run --simulate)$/m.exec(stdout) ?? [];
      const shown = await here.run('sh', '-c', `cd ${cwd} && env -u npm_command ${printed} --help`);
      expect(shown.stdout).toContain(`${printed.replace(/ run .*/, '')} run --log json`);
      const wrong = here.run('sh', '-c', `cd ${cwd} && env -u npm_command ${start} status --data /nowhere`);
      const error = await wrong.catch(({ stderr }: { stderr: string }) => ({ stderr }));
      const [, mend = ''] = /`(.*) once` creates one/.exec(error.stderr) ?? [];
      expect(mend).toBe(printed.replace(/ run .*/, ''));
    }
  });

  it('prints its plain name in commands where that is on the path', async () => {
    const path = `${join(here.folder, 'node_modules/.bin')}:${process.env['PATH']}`;
    const { stdout } = await here.run('env', '-u', 'npm_command', `PATH=${path}`, 'spendwatch', '--help');
    expect(stdout).toBe(readFileSync(join(here.installed, 'dist/help.txt'), 'utf8'));
    expect(stdout).toMatch(/^Usage: spendwatch /);
    expect(stdout).not.toContain('npx');
  });

  it('needs only a RunPod key: every command in the folder reads what init writes', async () => {
    const simulator = await serveDemoAccount({
      ...{ seed: 1, clock: systemClock, realClock: systemClock, perMinute: undefined },
    });
    const folder = await mkdtemp(join(here.folder, 'runpod-'));
    const bin = join(here.installed, 'bin/spendwatch.mjs');
    const inFolder = (words: string) =>
      here.run('sh', '-c', `cd ${folder} && ${process.execPath} ${bin} ${words}`);
    await writeFile(join(folder, 'runpod.key'), 'simulated-viewer-key', { mode: 0o600 });
    const found = await inFolder(`init --cloud runpod --cloud-url ${simulator.url} --key-file runpod.key`);
    expect(found.stdout).toMatch(/most expensive: train-7b \(\w{14}\)/);
    expect(found.stdout).toContain('The settings are in .env, which the commands read in this folder.');
    await inFolder('once || true');
    await simulator.close();
    expect((await inFolder('policy check')).stdout).toMatch(/idle pods[\s\S]*matches +7 pods now/);
    expect((await inFolder('status')).stdout).toContain('runpod budget');
    expect((await inFolder('idle')).stdout).toContain('fine-tune-old');
  });

  it('plays the demo, dashboard included', async () => {
    const { stdout } = await spendwatch('demo', '--plain', '--until', '10m', '--speed', '100000');
    expect(stdout).toContain('Dashboard: http://127.0.0.1:');
    expect(stdout).toContain('Scenario finished.');
  });

  it('writes a policy for what it finds, and polls with it until it is stopped', async () => {
    const key = markedKey('package');
    await writeFile(join(here.folder, 'key'), key, { mode: 0o600 });
    const simulator = await demoCloudNow(hours(1), [{ key, role: 'viewer' }]);
    const known = [
      `SPENDWATCH_CLOUD_URL=${simulator.url}`,
      'SPENDWATCH_API_KEY_FILE=key',
      // The first pass reads past spend by hundreds of requests.
      'SPENDWATCH_REQUESTS_PER_MINUTE=100000',
    ];
    const init = [join(here.installed, 'bin/spendwatch.mjs'), 'init', '--policy', 'found.yaml'];
    const { stdout } = await here.run('env', ...known, process.execPath, ...init);
    expect(stdout).toContain('4 projects, 1 billing account');
    expect(readFileSync(join(here.folder, 'found.yaml'), 'utf8')).toContain('mode: observe');
    const run = [
      'SPENDWATCH_POLICY=found.yaml',
      process.execPath,
      join(here.installed, 'bin/spendwatch.mjs'),
      'run',
    ];
    const watching = spawn('env', [...known, ...run], { cwd: here.folder });
    const ended = once(watching, 'exit');
    for await (const line of createInterface({ input: watching.stdout })) {
      const { event, turned } = JSON.parse(line);
      if (event !== 'pass') continue;
      expect(turned).toBe(5);
      watching.kill('SIGINT');
    }
    expect(await ended).toEqual([0, null]);
    await simulator.close();
  });

  it('serves models over standard input and output', async () => {
    const command = [join(here.installed, 'bin/spendwatch.mjs'), 'mcp', '--data', 'ledger'];
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: command,
        cwd: here.folder,
        stderr: 'pipe',
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('explain');
    expect(await client.callTool({ name: 'status' })).toMatchObject({
      isError: true,
      content: [{ type: 'text' }],
    });
    await client.close();
  });

  it('never loads the CDK, and loads the dashboard only for the commands that serve it', () => {
    const parts = readdirSync(join(here.installed, 'dist'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ name, text: readFileSync(join(here.installed, 'dist', name), 'utf8') }));
    expect(parts.filter(({ text }) => text.includes('aws-cdk-lib')).map(({ name }) => name)).toEqual([]);
    /** The files that one loads at once. */
    const loads = (name: string, seen = new Set<string>()): Set<string> => {
      const { text = '' } = parts.find((file) => file.name === name) ?? {};
      seen.add(name);
      for (const [, other = ''] of text.matchAll(/^(?:import|\} from|import .* from) ?"\.\/(.+?)";/gm))
        if (!seen.has(other)) loads(other, seen);
      return seen;
    };
    const partOf = (command: string) => parts.find(({ name }) => name.startsWith(`${command}-`))?.name ?? '';
    const page = parts.find(({ text }) => text.includes('// lib/dashboard/page-files.ts'))?.name ?? '';
    expect(loads(partOf('dashboard'))).toContain(page);
    expect(loads(partOf('status'))).not.toContain(page);
    const protocol = parts.find(({ text }) =>
      text.includes('modelcontextprotocol/sdk/dist/esm/server/mcp.js'),
    )?.name;
    expect(protocol).toBeDefined();
    for (const command of ['mcp', 'status']) expect(loads(partOf(command))).not.toContain(protocol);
  });

  it.each(['mjs', 'cjs'])(
    'makes a stack as the README shows, in an app.%s, and compiles nothing',
    async (kind) => {
      const required = example.replace(/^import (.*) from (.*);$/gm, 'const $1 = require($2);');
      await writeFile(join(here.folder, `app.${kind}`), kind === 'mjs' ? example : required);
      await here.run('env', `CDK_OUTDIR=made.${kind}`, process.execPath, `app.${kind}`);
      const made = join(here.folder, `made.${kind}`);
      const template = JSON.parse(readFileSync(join(made, 'Costs.template.json'), 'utf8'));
      const types = Object.values<{ Type: string }>(template.Resources).map(({ Type }) => Type);
      expect(types).toEqual(expect.arrayContaining(['AWS::DynamoDB::Table', 'AWS::SNS::Subscription']));
      const shipped = readdirSync(made).filter((name) => name.startsWith('asset.'));
      expect(shipped.map((name) => readdirSync(join(made, name)))).toContainEqual([
        'LICENSES.txt',
        'index.js',
        'index.js.map',
        'policy.json',
      ]);
    },
  );

  it('has types, by which the README is right and a typing slip is an error', async () => {
    await writeFile(join(here.folder, 'app.ts'), example);
    await writeFile(join(here.folder, 'slip.ts'), example.replace('cloudUrl:', 'cloudURL:'));
    const types = (file: string) =>
      here.run(
        process.execPath,
        join(top, 'node_modules/typescript/bin/tsc'),
        ...'--noEmit --strict --skipLibCheck --module nodenext --types'.split(' '),
        '',
        file,
      );
    await types('app.ts');
    await expect(types('slip.ts')).rejects.toMatchObject({
      stdout: expect.stringContaining("'cloudURL' does not exist"),
    });
  });
});
