import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildPolicy } from '../../lib/config/deployment/built-policy.ts';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { metrics } from '../../lib/config/settings/metrics.ts';
import { markedKey } from '../support/api-key.ts';
import { reportingPolicy } from './a-stack.ts';
import { bundledStack, type FunctionName } from './bundles.ts';
import { runBundle } from './run-bundle.ts';

describe('a bundle', () => {
  let stack: ReturnType<typeof bundledStack>;
  const reporting = reportingPolicy();
  beforeAll(() => {
    stack = bundledStack({ policy: reporting });
  });
  afterAll(() => rmSync(stack.outdir, { recursive: true }));

  const viewer = { SPENDWATCH_KEY_PARAMETER: '/keys/viewer' };
  const topic = 'arn:aws:sns:eu-west-1:123456789012:messages';
  const editor = { SPENDWATCH_KEY_PARAMETER: '/keys/editor', SPENDWATCH_TOPIC_ARN: topic };
  const watching = (more: Readonly<Record<string, string>> = {}) => ({
    folder: stack.folderOf('Watch'),
    variables: { SPENDWATCH_POLICY: 'policy.json', ...viewer, ...more },
  });
  const acting = (more: Readonly<Record<string, string>> = {}) => ({
    folder: stack.folderOf('Act'),
    variables: { SPENDWATCH_POLICY: 'policy.json', ...editor, ...more },
  });

  const sourcesOf = (name: FunctionName) =>
    z
      .object({ sources: z.array(z.string()) })
      .parse(JSON.parse(readFileSync(join(stack.folderOf(name), 'index.js.map'), 'utf8'))).sources;
  const packagesOf = (name: FunctionName) =>
    new Set(sourcesOf(name).flatMap((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));

  it.each(['Watch', 'Act', 'Digest'] as const)(
    'of %s holds the code, its source map and the validated policy',
    (name) => {
      expect(readdirSync(stack.folderOf(name))).toEqual([
        'LICENSES.txt',
        'index.js',
        'index.js.map',
        'policy.json',
      ]);
      const built = readFileSync(join(stack.folderOf(name), 'policy.json'), 'utf8');
      expect(built).toBe(buildPolicy(readPolicy(readFileSync(reporting, 'utf8'), 'spendwatch.yaml')));
    },
  );

  it('of the function for alarms holds the code and its source map', () => {
    expect(readdirSync(stack.folderOf('Alarm'))).toEqual(['LICENSES.txt', 'index.js', 'index.js.map']);
  });

  // The clients' own parts are theirs; the last two of the legs are the SDK's, for endpoints that it could look up.
  const ofLegs = [
    'decimal.js',
    'temporal-polyfill',
    'temporal-utils',
    'undici',
    'zod',
    // For a policy outside of the deployment.
    'yaml',
    'mnemonist',
    'obliterator',
  ];
  // A cloud adds some 17 kB to those that ask it.
  it.each([
    ['Watch', ['client-dynamodb', 'client-ssm'], [...ofLegs, 'p-map'], 1_370_000],
    ['Act', ['client-dynamodb', 'client-sns', 'client-ssm'], [...ofLegs, 'p-map'], 1_410_000],
    ['Alarm', ['client-cloudwatch', 'client-sns'], ['zod'], 600_000],
    ['Digest', ['client-dynamodb', 'client-sns', 'client-ssm'], ofLegs, 1_240_000],
  ] as const)(
    'of %s holds only the packages that it needs, and stays within its size limit',
    (name, clients, others, size) => {
      const packages = [...packagesOf(name)];
      const ofAws = packages.filter((found) => found.startsWith('@aws-sdk/client-'));
      expect(ofAws.map((found) => found.slice('@aws-sdk/'.length)).toSorted()).toEqual([...clients]);
      // Credentials are in the environment: nothing that would look for them elsewhere, or ask for some.
      expect(packages.filter((found) => /credential-provider|nested-clients/.test(found))).toEqual([]);
      const notOfAws = packages.filter((found) => !/^@(aws-sdk|smithy|aws)\//.test(found));
      expect(notOfAws.toSorted()).toEqual([...others].toSorted());
      const code = readFileSync(join(stack.folderOf(name), 'index.js'), 'utf8');
      expect(code.length).toBeLessThan(size);
      // Zod's messages in fifty languages come along as soon as anything asks for all of it; Hebrew is one of them.
      expect(/\\u05[de]/i.test(code)).toBe(false);
      // The whole contract holds every record of the cloud; what is deployed reads a tenth of them.
      expect(code).not.toMatch(/CreateVMBody|COMMITMENT_TERM_60_MONTHS|readOnly:/);
    },
  );

  it.each(['Watch', 'Act', 'Alarm', 'Digest'] as const)(
    'of %s holds no module that it never uses',
    (name) => {
      const sources = sourcesOf(name);
      const ours = sources.flatMap(
        (path) => path.match(/^(?:\.\.\/)*(?:.*\/)?lib\/([\w/-]+)\.ts$/)?.[1] ?? [],
      );
      const never = /^(infra|service|dashboard|simulator|cli)\//;
      expect(ours.filter((path) => never.test(path))).toEqual([]);
      expect(sources.filter((path) => /undici\/(index|lib\/(mock|cache)\/.*)\.js$/.test(path))).toEqual([]);
      if (name !== 'Digest') expect(ours.filter((path) => path.startsWith('views/'))).toEqual([]);
      // Watch sends nothing, and the function for alarms knows of nothing else.
      if (name === 'Watch') expect(ours.filter((path) => /^routes\/.*(?<!settings)$/.test(path))).toEqual([]);
      if (name === 'Alarm')
        expect(ours.filter((path) => /^(record|decide|rules|clouds)\//.test(path))).toEqual([]);
    },
  );

  it('of watch polls with the key that the viewer parameter holds', async () => {
    const run = await runBundle(watching());
    expect(run.result).toMatchObject({ failed: 0, cloud: 'answered' });
    expect(run.parameters).toEqual(['/keys/viewer']);
    expect(run.shown).toContainEqual(
      expect.stringMatching(/^\/v1\/projects.* Bearer \S+-of-\/keys\/viewer$/),
    );
  });

  it('of watch reads its key once more when it is refused, and continues with the new one', async () => {
    const [old, next] = [markedKey('old'), markedKey('next')];
    const run = await runBundle({ ...watching(), keys: [old, next], revoked: old });
    expect(run.result).toMatchObject({ failed: 0, cloud: 'answered' });
    expect(run.parameters).toEqual(['/keys/viewer', '/keys/viewer']);
    expect(run.shown.filter((line) => line.startsWith('/v1/projects'))).toEqual([
      expect.stringContaining(old),
      expect.stringContaining(next),
    ]);
  });

  it('of watch fails when its key is refused and reading it once more gives the same key (invariant 18)', async () => {
    const old = markedKey('old');
    const parameters: string[] = [];
    const run = runBundle({ ...watching(), keys: [old, old, old, old], revoked: old, parameters });
    const failure = await run.then(String, String);
    expect(failure).toMatch(/BlindRunError\]?: listProjects: the cloud rejected the API key/);
    expect(failure).not.toContain(old);
    expect(parameters).toHaveLength(2);
  });

  it('of watch fails where there is no key', async () => {
    await expect(runBundle({ ...watching(), keys: [''] })).rejects.toThrow(
      'nothing is stored in the SSM parameter',
    );
  });

  it('of watch polls the shard that the event names, and fails where it names none', async () => {
    const sharded = watching({ SPENDWATCH_SHARDS: '3' });
    const run = await runBundle({ ...sharded, event: { shard: 2 } });
    expect(run.result).toMatchObject({ cloud: 'answered' });
    await expect(runBundle(sharded)).rejects.toThrow('the event must name a shard from 0 to 2');
  });

  it('of watch logs a warning when little of its time limit is left', async () => {
    const near = await runBundle({ ...watching(), time: [300_000, 60_000] });
    expect(near.lines.join('\n')).toContain('deploy with more shards');
    const early = await runBundle(watching());
    expect(early.lines.join('\n')).not.toContain('deploy with more shards');
  });

  it('of watch and one of act together write every metric once', async () => {
    const runs = [
      await runBundle(watching({ SPENDWATCH_DEPLOYMENT: 'test' })),
      await runBundle(acting({ SPENDWATCH_DEPLOYMENT: 'test' })),
    ];
    const told = runs.flatMap(({ lines }) => lines.filter((line) => line.includes('"_aws"')));
    const written = told.flatMap((line) => JSON.parse(line)._aws.CloudWatchMetrics[0].Metrics);
    // Nothing was ever polled, so no metric says how long ago that was.
    const expected = Object.entries(metrics).filter(([name]) => name !== 'OldestPoll');
    expect(written).toHaveLength(expected.length);
    expect(written).toEqual(expect.arrayContaining(expected.map(([Name, Unit]) => ({ Name, Unit }))));
  });

  it('of act does nothing when there is nothing to do', async () => {
    const { result, parameters, shown } = await runBundle(acting());
    expect(result).toEqual({ delivered: 0, undelivered: 0, carriedOut: 0 });
    // Its policy observes: the key is not needed.
    expect({ parameters, shown }).toEqual({ parameters: [], shown: [] });
  });

  it('of digest has no key, and sends nothing about a day without polls', async () => {
    const variables = { SPENDWATCH_POLICY: 'policy.json', SPENDWATCH_TOPIC_ARN: topic };
    const run = await runBundle({ folder: stack.folderOf('Digest'), variables });
    expect(run).toMatchObject({ result: { delivered: 0, undelivered: 0 }, parameters: [], shown: [] });
  });

  it('names every missing setting when it is run', async () => {
    const none = { SPENDWATCH_TABLE: '', SPENDWATCH_CLOUD_URL: '' };
    await expect(runBundle({ folder: stack.folderOf('Act'), variables: none })).rejects.toThrow(
      /3 mistakes in the settings\nSPENDWATCH_CLOUD_URL .*\nSPENDWATCH_API_KEY .*\nSPENDWATCH_TABLE /,
    );
  });
});
