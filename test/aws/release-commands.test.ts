import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { checkout } from '../infra/a-stack.ts';
import { released } from '../infra/release/a-release.ts';
import { makeBucket } from './cloudformation.ts';
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

    it('create a stack', async () => {
      moto = await startMoto();
      await makeBucket(moto, 'my-releases');
      const folder = join(site, 'release');
      mkdirSync(folder);
      const release = await released({ cloudUrl: 'https://api.example.com', email: 'ops@example.com' });
      for (const [file, content] of release) writeFileSync(join(folder, file), content);
      const env = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        // The name of the bucket makes the template's address one that moto understands.
        AWS_ENDPOINT_URL: moto.url.replace('127.0.0.1', 'localhost'),
        AWS_ACCESS_KEY_ID: 'AKIA',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_DEFAULT_REGION: region,
      };
      const shell = async (script: string) =>
        (await run('bash', ['-euc', script], { cwd: site, env })).stdout;
      expect(await shell(commands)).toContain('Successfully created/updated stack - Spendwatch');
      expect((await resourcesIn(moto))['functions']).toHaveLength(3);
    });
  },
);
