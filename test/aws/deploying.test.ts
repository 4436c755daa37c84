import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout, policy } from '../infra/a-stack.ts';
import { markedKey } from '../support/api-key.ts';
import { type DeployedStack, deployStack } from './deployed-stack.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';

const page = readFileSync(join(checkout, 'docs/deploying.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block.split('\n').flatMap((line) => line.trim() || []),
);
const hasAws = spawnSync('aws', ['--version']).status === 0;

describe.skipIf(!hasMoto || !hasAws)(
  'the commands of the page on deploying (skipped without moto or the AWS CLI)',
  () => {
    let moto: Moto;
    let stack: DeployedStack;
    let environment: NodeJS.ProcessEnv;
    beforeAll(async () => {
      moto = await startMoto();
      stack = await deployStack(moto, 'https://api.example.com', policy);
      environment = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        AWS_ENDPOINT_URL: moto.url,
        AWS_ACCESS_KEY_ID: 'AKIA',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_DEFAULT_REGION: region,
        AWS_PAGER: '',
        TABLE: stack.physicalId('SpendwatchLedger'),
        TOPIC: stack.physicalId('SpendwatchMessagesTopicB'),
        VIEWER_KEY: markedKey('viewer'),
        EDITOR_KEY: markedKey('editor'),
      };
    });
    afterAll(async () => {
      stack?.discard();
      await moto?.close();
    });

    it('are there', () => {
      expect(commands.length).toBeGreaterThan(10);
      expect(commands.every((command) => /^(aws|npm run deploy|npx cdk) /.test(command))).toBe(true);
    });

    // In the order of the page: each stands on those before it.
    it.each(commands.filter((command) => command.startsWith('aws ')))('%s', (command) => {
      const { status, stderr } = spawnSync('bash', ['-c', command], { env: environment, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    });

    it.each(commands.filter((command) => command.startsWith('npm run deploy -- ')))('%s', (command) => {
      const output = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
      const given = command
        .replace('npm run deploy -- ', '')
        .replace('policy=spendwatch.yaml', `policy=${policy}`);
      const all = ['cdk', 'synth', '--quiet', '--strict', '--output', output, ...given.split(' ')];
      execFileSync('npx', all, { cwd: checkout, stdio: 'ignore' });
      const template = readFileSync(join(output, 'Spendwatch.template.json'), 'utf8');
      rmSync(output, { recursive: true });
      expect(template).toContain('ops@example.com');
      expect(template).toContain('https://api.example.com');
    });
  },
);
