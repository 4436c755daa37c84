import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout, policy } from '../infra/a-stack.ts';
import { markedKey } from '../support/api-key.ts';
import { asMotoTakesIt } from './as-moto-takes-it.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';

const page = readFileSync(join(checkout, 'docs/deploying.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block.split('\n').flatMap((line) => line.trim() || []),
);
const run = promisify(execFile);
const hasAws = spawnSync('aws', ['--version']).status === 0;
const isAssignment = (command: string): boolean => /^[A-Z]+=\$\(aws /.test(command);
const isDiff = (command: string): boolean => command.startsWith('npx cdk diff');
const isDeployment = (command: string): boolean => command.startsWith('npm run deploy -- ');

describe.skipIf(!hasMoto || !hasAws)(
  'the commands of the page on deploying (skipped without moto or the AWS CLI)',
  { timeout: 180_000 },
  () => {
    const output = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
    let moto: Moto;
    let environment: NodeJS.ProcessEnv;
    let isDeployed = false;

    /** What a deployment would deploy, without what moto does not make. */
    async function synthesise(given: string): Promise<string> {
      const settings = given.replace('policy=spendwatch.yaml', `policy=${policy}`).split(' ');
      const all = ['cdk', 'synth', '--quiet', '--strict', '--output', output, ...settings];
      await run('npx', all, { cwd: checkout });
      const file = join(output, 'Spendwatch.template.json');
      const template = readFileSync(file, 'utf8');
      writeFileSync(file, asMotoTakesIt(JSON.parse(template)));
      return template;
    }

    beforeAll(async () => {
      moto = await startMoto();
      // The CLI makes of this name the address of the template, and moto understands only this one.
      const here = moto.url.replace('127.0.0.1', 'localhost');
      environment = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
        AWS_ENDPOINT_URL: here,
        AWS_ENDPOINT_URL_S3: moto.url,
        AWS_ACCESS_KEY_ID: 'AKIA',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_DEFAULT_REGION: region,
        AWS_REGION: region,
        AWS_PAGER: '',
        CDK_APP: output,
        CDK_REQUIRE_APPROVAL: 'never',
        VIEWER_KEY: markedKey('viewer'),
        EDITOR_KEY: markedKey('editor'),
        SLACK_URL: 'https://hooks.slack.com/services/none',
      };
      await synthesise('--context policy=spendwatch.yaml --context cloudUrl=https://api.example.com');
    });
    afterAll(async () => {
      rmSync(output, { recursive: true });
      await moto?.close();
    });

    it('are there, from the first to the last', () => {
      expect(commands[0]).toBe('npx cdk bootstrap');
      expect(commands.length).toBeGreaterThan(20);
      expect(commands.filter((command) => command.startsWith('npx cdk'))).toHaveLength(3);
      expect(commands.filter(isDeployment)).toHaveLength(3);
    });

    // In the order of the page: each stands on those before it.
    it.each(commands)('%s', async (command) => {
      if (isDeployment(command)) {
        const template = await synthesise(command.replace('npm run deploy -- ', ''));
        expect(template).toContain('ops@example.com');
        expect(template).toContain('https://api.example.com');
        expect(template.includes('AWS::CloudWatch::Dashboard')).toBe(command.includes('dashboard=true'));
        expect(template.includes('AWS::DynamoDB::Table')).toBe(!command.includes('ledger='));
      }
      // moto makes a stack once: of later deployments there is the template alone.
      if (isDeployment(command) && isDeployed) return;
      isDeployed ||= isDeployment(command);
      // Made anew with the same settings as the deployment, it is to be no different.
      if (isDiff(command)) await synthesise(command.replace('npx cdk diff ', ''));
      // What one assigns, those after it find in their environment.
      const [name = ''] = command.split('=');
      const script = isAssignment(command) ? `${command}; echo "$${name}"` : command;
      // Not in one go: moto's log is read meanwhile, or it would wait for that for ever.
      const { stdout, stderr } = await run('bash', ['-c', script], {
        cwd: checkout,
        // moto loses sight of change sets.
        env: { ...environment, CDK_METHOD: isDiff(command) ? 'template' : 'direct' },
      });
      if (command.startsWith('aws ')) expect(stderr).toBe('');
      if (isAssignment(command)) environment = { ...environment, [name]: stdout.trim() };
      // Nothing has changed since the deployment.
      if (command.startsWith('npx cdk diff'))
        expect(`${stdout}${stderr}`).toContain('There were no differences');
    });

    it('leave nothing behind that was not promised', async () => {
      const tables = await moto.request('dynamodb', 'POST', '/', '{}', 'DynamoDB_20120810.ListTables');
      const kept = await moto.request('ssm', 'POST', '/', '{}', 'AmazonSSM.DescribeParameters');
      const described = { Action: 'ListTopics', Version: '2010-03-31' };
      expect(JSON.parse(tables)).toEqual({ TableNames: [] });
      expect(kept).not.toContain('/spendwatch/');
      expect(await moto.query('sns', described)).not.toContain('TopicArn');
      expect(await moto.request('lambda', 'GET', '/2015-03-31/functions/')).toBe('{"Functions": []}');
    });
  },
);
