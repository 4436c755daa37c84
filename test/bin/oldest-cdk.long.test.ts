import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type APackage, packed } from './a-package.ts';

const top = join(import.meta.dirname, '../..');
const { peerDependencies } = z
  .object({ peerDependencies: z.record(z.string(), z.string().regex(/^\^\d+\.\d+\.\d+$/)) })
  .parse(JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')));
/** The oldest version of each package that an app may have, such as "aws-cdk-lib@2.186.0". */
const oldest = Object.entries(peerDependencies).map(([name, range]) => `${name}@${range.slice(1)}`);

/** An app that has all that the construct can make. */
const app = `import { App, Stack } from 'aws-cdk-lib';
import { Spendwatch } from 'spendwatch/cdk';
const app = new App({ analyticsReporting: false, treeMetadata: false });
const stack = new Stack(app, 'Costs');
const spendwatch = new Spendwatch(stack, 'Spendwatch', {
  cloudUrl: 'https://api.example.com',
  policy: 'spendwatch.yaml',
  email: 'ops@example.com',
  answerSecret: '/keys/answer',
  pushSecret: '/keys/push',
  amazonQButtons: true,
  metrics: true,
  routes: [{ to: 'amazon-q' }, { to: 'eventbridge' }, { to: 'slack', url: '/keys/slack' }],
});
spendwatch.grantReader(spendwatch.watch);
app.synth();
`;

/** Synthesizes the app in a folder that has the packages. */
async function madeIn(here: APackage, folder: string): Promise<unknown> {
  writeFileSync(join(folder, 'app.mjs'), app);
  const reporting = readFileSync(join(top, 'docs/spendwatch.example.yaml'), 'utf8').replace(
    /^alerts:$/m,
    'alerts:\n  digest: { at: 08:00 }',
  );
  writeFileSync(join(folder, 'spendwatch.yaml'), reporting);
  const { stderr } = await here.run('env', '-C', folder, 'CDK_OUTDIR=made', process.execPath, 'app.mjs');
  expect(stderr).not.toMatch(/Bundling|deprecated/i);
  const text = readFileSync(join(folder, 'made/Costs.template.json'), 'utf8');
  // Only newer versions write down which expression of an alarm counts, as there is only one.
  const isDefault = (key: string, value: unknown) => key === 'ReturnData' && value === true;
  return JSON.parse(text, (key, value) => (isDefault(key, value) ? undefined : value)).Resources;
}

describe(`the construct with ${oldest.join(' and ')}`, () => {
  let here: APackage;
  let folder: string;
  let isThere = true;
  beforeAll(async () => {
    here = await packed();
    folder = join(here.folder, 'oldest');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{}');
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries', '1'];
    await here.run('npm', ...install, '--prefix', folder, ...oldest).catch((error: unknown) => {
      // Whether the registry is out of reach, or the versions do not go together.
      if (/ERESOLVE|ETARGET|E404/.test(String(error))) throw error;
      isThere = false;
    });
    if (isThere) cpSync(here.installed, join(folder, 'node_modules/spendwatch'), { recursive: true });
  });
  afterAll(() => here.remove());

  it('creates the same stack as with the newest, and prints nothing about bundling', async ({ skip }) => {
    if (!isThere) skip('no package registry is within reach');
    expect(await madeIn(here, folder)).toEqual(await madeIn(here, here.folder));
  });

  it('has types by which a typing slip is an error', async ({ skip }) => {
    if (!isThere) skip('no package registry is within reach');
    const types = (file: string) =>
      here.run(
        'env',
        ...['-C', folder, process.execPath, join(top, 'node_modules/typescript/bin/tsc')],
        ...'--noEmit --strict --skipLibCheck --module nodenext --types'.split(' '),
        ...['', file],
      );
    writeFileSync(join(folder, 'app.ts'), app);
    writeFileSync(join(folder, 'slip.ts'), app.replace('cloudUrl:', 'cloudURL:'));
    await types('app.ts');
    await expect(types('slip.ts')).rejects.toMatchObject({
      stdout: expect.stringContaining("'cloudURL' does not exist"),
    });
    rmSync(join(folder, 'made'), { recursive: true });
  });
});
