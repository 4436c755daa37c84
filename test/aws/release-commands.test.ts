import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { checkout, policy } from '../infra/a-stack.ts';
import { released } from '../infra/release/a-release.ts';
import { makeBucket, textsOf } from './cloudformation.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';
import { resourcesIn } from './resources-in.ts';

const page = readFileSync(join(checkout, 'docs/deploying.md'), 'utf8');
const [, commands = ''] = /```\n(\(cd release .*?)```/s.exec(page) ?? [];
const hasAws = spawnSync('aws', ['--version']).status === 0;
const run = promisify(execFile);

describe.skipIf(!hasMoto || !hasAws)(
  'the commands of the page that deploy a release (skipped without moto or the AWS CLI)',
  () => {
    const site = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
    let moto: Moto;
    afterAll(async () => {
      rmSync(site, { recursive: true });
      await moto?.close();
    });

    it('create a stack, and change only what they name when they are run again', async () => {
      moto = await startMoto();
      await makeBucket(moto, 'my-releases');
      const folder = join(site, 'release');
      mkdirSync(folder);
      for (const [file, content] of await released(policy)) writeFileSync(join(folder, file), content);
      const env = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        // Whose name makes of the template's address one that moto understands.
        AWS_ENDPOINT_URL: moto.url.replace('127.0.0.1', 'localhost'),
        AWS_ACCESS_KEY_ID: 'AKIA',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_DEFAULT_REGION: region,
        KEY: `arn:aws:kms:${region}:123456789012:key/own`,
      };
      const shell = async (script: string) =>
        (await run('bash', ['-euc', script], { cwd: site, env })).stdout;
      expect(await shell(commands)).toContain('Successfully created/updated stack - Spendwatch');
      expect((await resourcesIn(moto))['functions']).toHaveLength(3);

      const again = [...page.matchAll(/`(--parameter-overrides AnswerSecret=([^`]*))`/g)];
      expect(again.map(([, , secret]) => secret)).toEqual(['/spendwatch/answer-secret', '']);
      for (const [, overrides = '', secret = ''] of again) {
        await shell(commands.replace(/--parameter-overrides[\s\S]*$/, overrides));
        const described = await moto.query('cloudformation', {
          Action: 'DescribeStacks',
          Version: '2010-05-15',
        });
        const value = (name: string) => {
          const [, after = ''] = described.split(`<ParameterKey>${name}</ParameterKey>`);
          return textsOf('ParameterValue', after.split('</member>')[0] ?? '')[0] ?? '';
        };
        expect([value('Email'), value('AnswerSecret')]).toEqual(['ops@example.com', secret]);
        expect((await resourcesIn(moto))['functions']).toHaveLength(secret === '' ? 3 : 4);
      }
    });
  },
);
