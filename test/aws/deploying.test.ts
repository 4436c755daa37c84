import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout, policy } from '../infra/a-stack.ts';
import { markedKey } from '../support/api-key.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';
import { type ResourcesIn, resourcesIn } from './resources-in.ts';

const page = readFileSync(join(checkout, 'docs/deploying.md'), 'utf8');
type Step = { readonly command: string; readonly settings: string | null };
/** The commands of the page; one that deploys uses the settings printed just before it, where there are some. */
const steps = [...page.matchAll(/```(json|sh)\n(.*?)```/gs)].flatMap(
  ([, language, text = ''], index, blocks): Step[] => {
    if (language === 'json') return [];
    const [, before, settings = ''] = blocks[index - 1] ?? [];
    const lines = text.split('\n').flatMap((line) => line.trim() || []);
    return lines.map((command) => ({
      command,
      settings: before === 'json' && isDeployment(command) ? settings : null,
    }));
  },
);
const commands = steps.map(({ command }) => command);
const run = promisify(execFile);
const hasAws = spawnSync('aws', ['--version']).status === 0;
const isAssignment = (command: string): boolean => /^[A-Z]+=\$\(aws /.test(command);
const isDiff = (command: string): boolean => command === 'npx cdk diff';
function isDeployment(command: string): boolean {
  return command === 'npm run deploy';
}
/** The settings of the stage of the page, with those that a later section adds. */
function together(settings: string, added: string | null): string {
  const of = (text: string) => JSON.parse(text).stages.Spendwatch;
  const more = added === null ? {} : of(`{${added}}`);
  return JSON.stringify({ stages: { Spendwatch: { ...of(settings), ...more } } });
}
const first = together(
  '{"stages":{"Spendwatch":{}}}',
  steps.flatMap((step) => step.settings ?? [])[0] ?? null,
);

describe.skipIf(!hasMoto || !hasAws)(
  'the commands of the page on deploying (skipped without moto or the AWS CLI)',

  () => {
    /** A checkout whose settings are the test's. */
    const site = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
    const made = join(site, 'cdk.out');
    let moto: Moto;
    let environment: NodeJS.ProcessEnv;
    let isDeployed = false;
    let settings = '';
    let says = '';
    let prepared: ResourcesIn;

    /** Writes the settings, and synthesizes what a deployment deploys. */
    async function synthesise(settings: string): Promise<string> {
      const { context, ...others } = JSON.parse(readFileSync(join(checkout, 'cdk.json'), 'utf8'));
      const { stages } = JSON.parse(settings.replace('the name in $TABLE', environment['TABLE'] ?? ''));
      writeFileSync(join(site, 'cdk.json'), JSON.stringify({ ...others, context: { ...context, stages } }));
      const { stderr } = await run('npx', ['cdk', 'synth', '--quiet', '--strict'], { cwd: site });
      says = stderr;
      return readFileSync(join(made, 'Spendwatch.template.json'), 'utf8');
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
        CDK_APP: made,
        CDK_REQUIRE_APPROVAL: 'never',
        VIEWER_KEY: markedKey('viewer'),
        EDITOR_KEY: markedKey('editor'),
        SLACK_URL: 'https://hooks.slack.com/services/none',
      };
      for (const name of ['bin', 'docs', 'functions', 'lib', 'package.json', 'tsconfig.json'])
        cpSync(join(checkout, name), join(site, name), { recursive: true });
      symlinkSync(join(checkout, 'node_modules'), join(site, 'node_modules'));
      copyFileSync(policy, join(site, 'spendwatch.yaml'));
      settings = first;
      await synthesise(settings);
      expect(says).toContain('changes of settings cannot be shown');
    });
    afterAll(async () => {
      rmSync(site, { recursive: true });
      await moto?.close();
    });

    it('are found, from the first to the last', () => {
      expect(commands[0]).toBe('npx cdk bootstrap');
      expect(commands.length).toBeGreaterThan(20);
      expect(commands.filter((command) => command.startsWith('npx cdk'))).toHaveLength(3);
      expect(commands.filter(isDeployment)).toHaveLength(3);
    });

    // In the order of the page: each depends on those before it.
    it.each(steps)('$command', async (step) => {
      const { command } = step;
      if (isDeployment(command)) {
        settings = together(settings, step.settings);
        const template = await synthesise(settings);
        expect(template).toContain('ops@example.com');
        expect(template).toContain('https://api.example.com');
        expect(template.includes('SPENDWATCH_DEPLOYMENT')).toBe(settings.includes('metrics'));
        expect(template.includes('AWS::DynamoDB::Table')).toBe(!settings.includes('"ledger"'));
        // Of the first deployment, whose record stands beside the settings.
        if (settings.includes('metrics')) expect(says).toContain('metrics is changed from false to true');
        if (settings.includes('"ledger"')) expect(says).toContain('ledger is added');
      }
      // moto does not take the CDK's updates: of later deployments there is the template alone.
      if (isDeployment(command) && isDeployed) return;
      isDeployed ||= isDeployment(command);
      // Made anew with the same settings as the deployment, it is to be no different.
      if (isDiff(command)) await synthesise(first);
      // Variables that one assigns are in the environment of those after it.
      const [name = ''] = command.split('=');
      const script = isAssignment(command) ? `${command}; echo "$${name}"` : command;
      // Not synchronously: moto's log must be read meanwhile, or moto would block on writing it.
      const { stdout, stderr } = await run('bash', ['-c', script], {
        cwd: site,
        // moto loses sight of change sets.
        env: { ...environment, CDK_METHOD: isDiff(command) ? 'template' : 'direct' },
      });
      if (command.startsWith('aws ')) expect(stderr).toBe('');
      if (isAssignment(command)) environment = { ...environment, [name]: stdout.trim() };
      if (command === 'npx cdk bootstrap') prepared = await resourcesIn(moto);
      // Nothing has changed since the deployment.
      if (isDiff(command)) expect(`${stdout}${stderr}`).toContain('There were no differences');
    });

    it('leave nothing behind but what the page says', async () => {
      expect(await resourcesIn(moto)).toEqual(prepared);
    });
  },
);
